import { writeFile } from "node:fs/promises";
import { cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { measureDesk } from "./desk.ts";
import { measureExport } from "./export.ts";
import { type Figure, tableOf } from "./measure.ts";
import { startBenchSite } from "./million-entries.ts";

// Measures the product on this machine: `npm run bench`. Every figure stands beside one that the same run measured,
// since no two machines, and no two hours of one machine, are alike.

const say = (line: string) => console.error(line);
const bench = await startBenchSite(say);
try {
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries({ desk: measureDesk, export: measureExport })) {
    say(`measuring: ${name}`);
    figures.push(...(await measure(bench)));
  }
  const { rows } = await bench.client.query<{ version: string }>("select current_setting('server_version') as version");
  const machine = {
    processor: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    postgresql: rows[0]?.version ?? "unknown",
  };
  console.log(`${tableOf(figures)}\n\n${JSON.stringify(machine)}`);
  const results = { measuredAt: new Date().toISOString(), machine, figures };
  await writeFile(join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await bench.stop();
}
