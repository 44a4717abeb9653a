import { chromium } from "@playwright/test";
import lighthouse, { type Flags } from "lighthouse";
import { ensureBrowser, isRoot } from "../tests/support/browser.ts";
import { freePort } from "../tests/support/site.ts";
import { DEMO_RAFFLE, type DemoSite } from "./demo-site.ts";
import { type Figure, median } from "./measure.ts";

const ROUNDS = 3;
const ATTEMPTS = 3;

/** A drawn raffle of the demonstration, and the code of a winner, which are the same on every site. */
const DRAWN = { codeId: "HARANA24", winner: "AUZTRUXM" };

type Tested = {
  readonly path: string;
  /** Search engines are asked to leave the page out, so it has no figure for them. */
  readonly isUnlisted?: true;
};

/** The demonstration pages that Lighthouse tests. */
const PAGES: readonly Tested[] = [
  { path: "/" },
  { path: "/raffle-list" },
  { path: `/raffle/${DEMO_RAFFLE}` },
  { path: "/terms" },
  { path: `/raffle-entry/${DEMO_RAFFLE}` },
  { path: `/raffle/${DRAWN.codeId}/draw`, isUnlisted: true },
  { path: `/claim/${DRAWN.codeId}/${DRAWN.winner}`, isUnlisted: true },
];

/** Reported for every load. On a busy machine the blocking time shows it. */
const METRICS = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
];

/** Performance alone depends on how busy the machine is. */
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** The minimum score of each category on each page. */
const LEAST = 100;

/**
 * Measures the public pages with Lighthouse, as a mid-range phone on a slow connection. Lighthouse simulates this from
 * real loads; each page is loaded several times, in rotation.
 *
 * @param say called with each value below its minimum, so that nobody has to repeat the run
 */
export async function measureLighthouse({ origin }: DemoSite, say: (line: string) => void): Promise<Figure[]> {
  const scores = new Map<string, number[]>();
  await inBrowser(async (port) => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const { path } of PAGES) {
        for (const [category, score] of Object.entries(await scoresOf(`${origin}${path}`, port, say))) {
          const name = `${path} ${category}`;
          scores.set(name, [...(scores.get(name) ?? []), score]);
        }
      }
    }
  });
  return PAGES.flatMap(({ path, isUnlisted }) =>
    CATEGORIES.filter((category) => !(isUnlisted && category === "seo")).map((category) => {
      const rounds = scores.get(`${path} ${category}`) ?? [];
      return {
        name: `Lighthouse, ${category}: ${path}`,
        ours: median(rounds),
        unit: "of 100" as const,
        worst: Math.min(...rounds),
        target: String(LEAST),
        met: median(rounds) >= LEAST,
      };
    }),
  );
}

/** @param look gets the port at which Lighthouse talks to a new browser; it is closed afterwards */
export async function inBrowser(look: (port: number) => Promise<void>): Promise<void> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    chromiumSandbox: !isRoot(),
    args: [`--remote-debugging-port=${port}`],
  });
  try {
    await look(port);
  } finally {
    await browser.close();
  }
}

async function scoresOf(url: string, port: number, say: (line: string) => void): Promise<Record<string, number>> {
  const { categories, audits } = await reportOn(url, port, say);
  say(`${url}: ${METRICS.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`).join(", ")}`);
  for (const { title, id, auditRefs } of Object.values(categories)) {
    if (id === "performance") continue;
    for (const audit of auditRefs) {
      const { score, title: fault } = audits[audit.id] ?? {};
      if (audit.weight > 0 && score !== null && score !== undefined && score < 1) say(`${url}, ${title}: ${fault}`);
    }
  }
  return Object.fromEntries(Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]));
}

/**
 * Lighthouse's report on a page. It gives up if a busy machine delays a screenshot, which says nothing about the page:
 * then it tries again.
 */
export async function reportOn(url: string, port: number, say: (line: string) => void, flags: Flags = {}) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const result = await lighthouse(url, { port, logLevel: "silent", ...flags });
    if (result && !result.lhr.runtimeError) return result.lhr;
    say(`${url}: ${result?.lhr.runtimeError?.message}`);
  }
  throw new Error(`Lighthouse could not look at ${url}.`);
}
