import { DEMO_RAFFLE, type DemoSite } from "./demo-site.ts";
import { getRequest, load } from "./load.ts";
import { type Figure, median, watch } from "./measure.ts";
import { BROWSER } from "./pages.ts";
import { timeOf } from "./processors.ts";

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 16;
/** As many as may wait at once: nobody is turned away. */
const CROWD = 250;
const CROWD_SECONDS = 10;
const PAUSE_MS = 100;

/** An entry of the demonstration's open raffle, and its drawn raffle. */
const ENTRY = "BQZMWTGM";
const DRAWN = "HARANA24";

/** The pages that people open in the minute after they joined, and after a draw. */
const PAGES = {
  "pages of one's own entry": `/raffle-entry/${DEMO_RAFFLE}/${ENTRY}`,
  "pages of a draw": `/raffle/${DRAWN}/draw`,
  "pages of its show": `/raffle/${DRAWN}/live`,
};

/** What others open meanwhile, who are in another network. */
const OTHERS = {
  "an entrant's page": PAGES["pages of one's own entry"],
  "a cached page": `/raffle/${DEMO_RAFFLE}`,
  "an answer of the API": `/api/raffles/${DEMO_RAFFLE}`,
};

/** Measures pages that each visitor has for themselves, and what others notice of a crowd that waits for them. */
export async function measureCrowd(site: DemoSite): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(PAGES)) figures.push(...(await measureRate(site, name, path)));
  return [...figures, ...(await measureOthers(site))];
}

async function measureRate({ port, pid }: DemoSite, name: string, path: string): Promise<Figure[]> {
  const request = getRequest(path, BROWSER);
  const rates: number[] = [];
  const costs: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const before = await timeOf(pid);
    const { statuses, perSecond } = await load({
      port,
      connections: CONNECTIONS,
      seconds: SECONDS,
      next: () => request,
    });
    const pages = statuses.get(200) ?? 0;
    if (statuses.size !== 1 || pages === 0) throw new Error(`Not every answer was a page: ${path}`);
    // The first run warms up and does not count.
    if (round < 0) continue;
    rates.push(perSecond);
    costs.push(((await timeOf(pid)) - before) / pages);
  }
  const cost = { name: `processor time of the site for one of the ${name}`, ours: median(costs), unit: "µs" } as const;
  return [
    { name: `${name}, ${CONNECTIONS} connections`, ours: median(rates), unit: "pages/s", worst: Math.min(...rates) },
    { ...cost, worst: Math.max(...costs) },
  ];
}

async function measureOthers({ origin, port }: DemoSite): Promise<Figure[]> {
  const request = getRequest(PAGES["pages of one's own entry"], `${BROWSER}x-forwarded-for: 198.51.100.1\r\n`);
  const crowd = load({ port, connections: CROWD, seconds: CROWD_SECONDS, next: () => request });
  const watches = Object.entries(OTHERS).map(([name, path]) => {
    const ask = async () => {
      const answer = await fetch(`${origin}${path}`, { headers: { "x-forwarded-for": "203.0.113.1" } });
      if (answer.status !== 200) throw new Error(`${path} was not answered.`);
      await answer.arrayBuffer();
    };
    return { name, watching: watch(PAUSE_MS, ask) };
  });
  const { statuses } = await crowd;
  if (statuses.size !== 1 || !statuses.has(200)) throw new Error("Somebody of the crowd was turned away.");
  return Promise.all(
    watches.map(async ({ name, watching }): Promise<Figure> => {
      const times = await watching.stop();
      const what = `${name} of another network while ${CROWD} wait for their own`;
      return { name: what, ours: median(times), unit: "ms", worst: Math.max(...times) };
    }),
  );
}
