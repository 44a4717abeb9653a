import { findHaproxy, startHaproxy } from "../tests/support/haproxy.ts";
import { type SiteOptions, type SiteProcess, startSite } from "../tests/support/site.ts";
import { startCeiling } from "./ceiling.ts";
import { startDatabase } from "./databases.ts";
import { load } from "./load.ts";
import { type Figure, median } from "./measure.ts";
import { makePeople } from "./people.ts";
import { createRaffle } from "./raffle.ts";

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = [64, 256] as const;
const OF_A_BENCH = { TRUST_PROXY: "1", LOG_LEVEL: "error" };

/** A server under test: its port, and how to stop it. */
type Step = { readonly port: number; stop(): Promise<void> };

/**
 * Measures the accepted entries per second for each step of docs/scaling.md that fits on one machine. Load, proxy,
 * sites and PostgreSQL share its cores. So a step with more processes shows what they cost each other, not the gain of
 * separate machines.
 */
export async function measureGrowth(say: (line: string) => void): Promise<Figure[]> {
  const haproxy = findHaproxy();
  if (!haproxy) say("HAProxy is not installed: sites behind it are left out");
  const figures = [
    await measureStep("one process", () => startAlone({})),
    await measureStep("WORKERS=2", () => startAlone({ WORKERS: "2" })),
    haproxy ? await measureStep("two sites behind HAProxy", () => startBehind(haproxy)) : [],
  ];
  return figures.flat();
}

async function measureStep(name: string, start: () => Promise<Step>): Promise<Figure[]> {
  const ceiling = await startCeiling("hono");
  const step = await start();
  try {
    const next = makePeople().next(await createRaffle(`http://127.0.0.1:${step.port}`, "growing"));
    const rates = new Map<string, number[]>();
    for (let round = -1; round < ROUNDS; round++) {
      for (const connections of CONNECTIONS) {
        for (const [side, port] of [["ours", step.port] as const, ["ceiling", ceiling.port] as const]) {
          const { perSecond, statuses } = await load({ port, connections, seconds: SECONDS, next });
          if (statuses.size !== 1 || !statuses.has(201)) throw new Error(`Other answers: ${[...statuses].join("; ")}`);
          const key = `${side} ${connections}`;
          if (round >= 0) rates.set(key, [...(rates.get(key) ?? []), perSecond]);
        }
      }
    }
    return CONNECTIONS.map((connections): Figure => {
      const ours = rates.get(`ours ${connections}`) ?? [];
      const value = median(rates.get(`ceiling ${connections}`) ?? []);
      return {
        name: `entries by ${name}, ${connections} connections`,
        ours: median(ours),
        unit: "entries/s",
        worst: Math.min(...ours),
        beside: { name: "Hono + zod, nothing stored", value },
      };
    });
  } finally {
    await step.stop();
    await ceiling.stop();
  }
}

function startAlone(env: SiteOptions["env"]): Promise<Step> {
  return startSite({ env: { ...OF_A_BENCH, ...env } }).then(({ port, stop }) => ({
    port,
    stop: async () => void (await stop()),
  }));
}

/** Two sites on one PostgreSQL, set up as the operators' documentation says. */
async function startBehind(haproxy: string): Promise<Step> {
  const { connectionString, stop } = await startDatabase();
  // The load acts as another proxy, which names each client's address.
  const env = { ...OF_A_BENCH, TRUST_PROXY: "2", DATABASE_URL: connectionString, SECRET: "s".repeat(32) };
  const [one, two] = (await Promise.all([startSite({ env }), startSite({ env })])) as [SiteProcess, SiteProcess];
  const proxy = await startHaproxy(haproxy, [one.port, two.port]);
  return {
    port: proxy.port,
    async stop() {
      await proxy.stop();
      await Promise.all([one.stop(), two.stop()]);
      await stop();
    },
  };
}
