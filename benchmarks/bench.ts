import { writeFile } from "node:fs/promises";
import { cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { measureCrowd } from "./crowd.ts";
import { startCrowdSite } from "./crowd-site.ts";
import { startDemoSite } from "./demo-site.ts";
import { measureDesk } from "./desk.ts";
import { measureDraw } from "./draw.ts";
import { measureEarning } from "./earning.ts";
import { measureEntries } from "./entries.ts";
import { measureExport } from "./export.ts";
import { measureFirstVisit } from "./first-visit.ts";
import { measureGrowth } from "./growth.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureLockMails } from "./lock-mails.ts";
import { measureLog } from "./log.ts";
import { type Figure, tableOf } from "./measure.ts";
import { startBenchSite } from "./million-entries.ts";
import { measureOverload } from "./overload.ts";
import { measurePageWeight } from "./page-weight.ts";
import { measurePages } from "./pages.ts";
import { measureSoak } from "./soak.ts";
import { measureStartUp } from "./start-up.ts";
import { measureStrangers } from "./strangers.ts";

// Measures the product on this machine: `npm run bench`, or single parts: `npm run bench -- lighthouse`. Each figure is
// compared with another of the same run, or with a limit, because a machine's speed varies by the hour. Some parts run
// only by name: draw (two minutes), earning (one), growth (four), lock-mails (two), log (three), strangers (two), and
// soak (ten): `npm run bench -- soak`, or `soak=2` for two.

/** Parts grouped by the site that they measure. A site that no part needs is not started. */
const ALONE = { start: measureStartUp };
const ON_DEMO_SITE = {
  pages: measurePages,
  crowd: measureCrowd,
  weight: measurePageWeight,
  lighthouse: measureLighthouse,
  "first-visit": measureFirstVisit,
};
const ON_CROWD_SITE = { overload: measureOverload };
// Parts that add entries come last: an Excel sheet holds few more rows than the million.
const ON_MILLION_ENTRIES = { desk: measureDesk, export: measureExport, entries: measureEntries };
const ONLY_BY_NAME = {
  draw: measureDraw,
  earning: measureEarning,
  growth: measureGrowth,
  "lock-mails": measureLockMails,
  log: measureLog,
  soak: measureSoak,
  strangers: measureStrangers,
};

const say = (line: string) => console.error(line);
const parts = new Map(process.argv.slice(2).map((part) => part.split("=") as [string, string | undefined]));
const asked = [...parts.keys()];
const known = Object.keys({ ...ALONE, ...ON_DEMO_SITE, ...ON_CROWD_SITE, ...ON_MILLION_ENTRIES, ...ONLY_BY_NAME });
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(", ")}: only ${known.join(", ")}.`);

const figures: Figure[] = [];
let postgresql: string | undefined;

await measureOn(async () => ({ stop: async () => undefined }), ALONE);
await measureOn(startDemoSite, ON_DEMO_SITE);
await measureOn(startCrowdSite, ON_CROWD_SITE);
await measureOn(async () => {
  const bench = await startBenchSite(say);
  const { rows } = await bench.client.query<{ version: string }>("select current_setting('server_version') as version");
  postgresql = rows[0]?.version;
  return bench;
}, ON_MILLION_ENTRIES);
for (const [name, measure] of Object.entries(ONLY_BY_NAME)) {
  if (!parts.has(name)) continue;
  say(`measuring: ${name}`);
  figures.push(...(await measure(say, parts.get(name))));
}

const machine = {
  processor: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()}`,
  node: process.version,
  postgresql,
};
console.log(`${tableOf(figures)}\n\n${JSON.stringify(machine)}`);
const results = { measuredAt: new Date().toISOString(), machine, figures };
await writeFile(join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);

async function measureOn<Site extends { stop(): Promise<unknown> }>(
  start: () => Promise<Site>,
  parts: Readonly<Record<string, (site: Site, say: (line: string) => void) => Promise<Figure[]>>>,
): Promise<void> {
  const wanted = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name));
  if (wanted.length === 0) return;
  const site = await start();
  try {
    for (const [name, measure] of wanted) {
      say(`measuring: ${name}`);
      figures.push(...(await measure(site, say)));
    }
  } finally {
    await site.stop();
  }
}
