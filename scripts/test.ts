import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { COMPILED_CODE } from "#src/build/project.ts";
import { listenForStop } from "#src/cli/stop-signal.ts";
import { readEnvironment } from "#src/config/env.ts";
import { findPostgres15, versionOf } from "../tests/support/installed-postgres.ts";
import { recordTestedSql, testsOfChangedSql, testsOfSql } from "./changed-sql.ts";
import { makeTemporaryFolder } from "./memory-folder.ts";
import { browserResults, type Results, unitResults } from "./test-reports.ts";

// `npm test`, and with --long `npm run test:long`: what `npm test` leaves out.

const NOTHING_RUN: Results = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] };

/** How many of a runner's last characters on stderr are repeated when it fails outside of a test. */
const SHOWN_ERRORS = 3_000;

/** How many of the slowest files the end names. */
const SLOWEST = 10;

const ROOT = join(import.meta.dirname, "..");
const RESULTS = join(ROOT, "test-results");
/**
 * A log names only what failed, as soon as it has: of a long one, often only a part around the first failure is kept.
 */
const UNIT_REPORTER = process.stdout.isTTY ? "dot" : "minimal";

/** A log needs no colours. Each runner is asked in the way that it understands. */
const PLAIN: { readonly [runner: string]: NodeJS.ProcessEnv } = process.stdout.isTTY
  ? {}
  : { vitest: { NO_COLOR: "1" }, playwright: { FORCE_COLOR: "0" } };

const isLong = process.argv.includes("--long");
const oldest = findPostgres15();
const running = new Set<ChildProcess>();
const temporary = await makeTemporaryFolder();

// Ctrl-C, a service manager or a gone npm ends the runners, which end their databases and sites.
const stop = listenForStop(readEnvironment());
stop.signal.addEventListener("abort", () => {
  for (const child of running) child.kill();
});

const results = isLong ? await runLong() : await runShort();
await temporary.remove();
const sum = (what: "passed" | "failed" | "skipped") => results.reduce((all, counts) => all + counts[what], 0);
const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
const files = results.flatMap((found) => found.files).sort((one, other) => other.tookMs - one.tookMs);
console.log("\nThe slowest files:");
for (const { name, tookMs } of files.slice(0, SLOWEST)) {
  console.log(`${(tookMs / 1000).toFixed(1).padStart(7)} s  ${name.replace(`${ROOT}/`, "")}`);
}
// Once more at the end, which may be what is kept of the log.
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 ? 0 : 1);

/** What guards a landing. The browser tests run even after other failures, so that one run reports everything. */
async function runShort(): Promise<Results[]> {
  // Those that start whole sites wait for most of their time: the others run meanwhile.
  const [unit, others] = await Promise.all([runUnitTests("unit.json", ["--project=unit"]), runSitesThenOldest()]);
  return [unit, ...others, await runBrowserTests("short")];
}

/** Both together take less time than the unit tests. */
async function runSitesThenOldest(): Promise<Results[]> {
  const sites = await runUnitTests("sites.json", ["--project=sites"]);
  return [sites, await runOnOldest(await testsOfChangedSql(ROOT), "the SQL that has changed")];
}

/** The rest: before a release, and after changes of what it tests. */
async function runLong(): Promise<Results[]> {
  const [long, onOldest] = await Promise.all([
    runUnitTests("long.json", ["--project=long"]),
    runOnOldest(await testsOfSql(ROOT), "all SQL"),
  ]);
  return [long, onOldest, await runBrowserTests("long")];
}

async function runOnOldest(files: readonly string[], what: string): Promise<Results> {
  if (!oldest) {
    console.log("NOT ON POSTGRESQL 15, which is not installed: apt-get install postgresql-15");
    return NOTHING_RUN;
  }
  const env = { TEST_POSTGRES_BIN: oldest };
  const found = await runUnitTests("unit-15.json", [...files, "--project=unit", "--maxWorkers=2"], env);
  console.log(`On ${await versionOf(oldest)}: ${what}, ${files.length} files, ${found.passed} tests passed.`);
  // What has not changed passed before, so all SQL has passed now. The record saves the next run of it, once committed.
  if (found.failed === 0 && !stop.signal.aborted) await recordTestedSql(ROOT);
  const files15 = found.files.map(({ name, tookMs }) => ({ name: `${name} (PostgreSQL 15)`, tookMs }));
  return { ...found, files: files15 };
}

/** Runs Vitest on a project's tests, or on the given files. */
function runUnitTests(report: string, which: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Results> {
  return run(
    "vitest",
    // What passing tests print is left out: the log of all of them should hold little beside what failed.
    [
      "run",
      ...which,
      "--silent=passed-only",
      `--reporter=${UNIT_REPORTER}`,
      "--reporter=json",
      `--outputFile.json=${join(RESULTS, report)}`,
    ],
    report,
    unitResults,
    env,
  );
}

function runBrowserTests(part: "short" | "long"): Promise<Results> {
  const env = { TEST_PART: part };
  return run("playwright", ["test", "--reporter=dot,json"], "e2e.json", browserResults, env);
}

/**
 * Runs a test runner from node_modules/.bin. Its own report goes to the screen; the counts come from its JSON report. A
 * run that fails outside of a test, writes no whole report, or is ended counts as one failure.
 */
async function run<Report>(
  command: "vitest" | "playwright",
  args: readonly string[],
  report: string,
  resultsOf: (report: Report) => Results,
  env: NodeJS.ProcessEnv = {},
): Promise<Results> {
  if (stop.signal.aborted) return NOTHING_RUN;
  await mkdir(RESULTS, { recursive: true });
  await rm(join(RESULTS, report), { force: true });
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "pipe"],
    env: {
      ...process.env,
      ...env,
      ...PLAIN[command],
      // Hundreds of test files and sites load the same modules. Saves a tenth of the time.
      NODE_COMPILE_CACHE: COMPILED_CODE,
      TMPDIR: temporary.path,
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(RESULTS, report),
    },
    // On Windows the runners are .cmd files, which only a shell can start.
    shell: process.platform === "win32",
  });
  running.add(child);
  let lastErrors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    process.stderr.write(chunk);
    lastErrors = (lastErrors + chunk.toString()).slice(-SHOWN_ERRORS);
  });
  const [code] = await once(child, "close");
  running.delete(child);
  const found = await readFile(join(RESULTS, report), "utf8")
    .then((text) => resultsOf(JSON.parse(text)))
    .catch(() => NOTHING_RUN);
  if (code === 0 || found.failed > 0) return found;
  const how = stop.signal.aborted ? "was ended" : "failed outside of a test";
  return { ...found, failed: 1, failures: [`${command} ${how}:\n${lastErrors}`] };
}
