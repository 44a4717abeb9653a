import { throttling } from "lighthouse/core/config/constants.js";
import { DEMO_RAFFLE, type DemoSite } from "./demo-site.ts";
import { inBrowser, reportOn } from "./lighthouse.ts";
import { type Figure, median } from "./measure.ts";

const ROUNDS = 3;

/** Lighthouse's phone of the middle range has a quarter of this machine's speed. */
const CONNECTIONS = { "slow 4G": throttling.mobileSlow4G, "3G": throttling.mobileRegular3G };

/** When the form is seen, and when its scripts have started and the browser rests. */
const SEEN = "first-contentful-paint";
const AT_REST = "interactive";

const USABLE_MS = 2500;

/**
 * Measures the entry form for somebody who was never here. The connection and the processor are really made slow, where
 * `measureLighthouse` has it computed. The form can be filled in and sent as soon as it is seen: it needs no script.
 */
export async function measureFirstVisit({ origin }: DemoSite, say: (line: string) => void): Promise<Figure[]> {
  const measured = new Map<string, { seen: number; atRest: number; score: number }[]>();
  await inBrowser(async (port) => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [connection, slow] of Object.entries(CONNECTIONS)) {
        const { audits, categories } = await reportOn(`${origin}/raffle-entry/${DEMO_RAFFLE}`, port, say, {
          throttlingMethod: "devtools",
          throttling: slow,
          onlyCategories: ["performance"],
        });
        const [seen, atRest] = [SEEN, AT_REST].map((id) => audits[id]?.numericValue ?? Number.NaN) as [number, number];
        const one = { seen, atRest, score: Math.round((categories.performance?.score ?? 0) * 100) };
        measured.set(connection, [...(measured.get(connection) ?? []), one]);
      }
    }
  });
  return [...measured].flatMap(([connection, rounds]) => {
    const times = (of: "seen" | "atRest") => rounds.map((one) => one[of]);
    const scores = rounds.map(({ score }) => score);
    const time = (name: string, of: "seen" | "atRest") => ({
      name: `first visit, entry form ${name}, ${connection}`,
      ours: median(times(of)),
      unit: "ms" as const,
      worst: Math.max(...times(of)),
    });
    const seen = time("can be filled in", "seen");
    return [
      { ...seen, target: `under ${USABLE_MS} ms`, met: seen.ours < USABLE_MS },
      time("with its scripts", "atRest"),
      {
        name: `first visit, performance, ${connection}`,
        ours: median(scores),
        unit: "of 100" as const,
        worst: Math.min(...scores),
        target: "100",
        met: median(scores) === 100,
      },
    ];
  });
}
