import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { findPostgres15, versionOf } from "../tests/support/installed-postgres.ts";
import { type BrowserResults, failedBrowserTests, failedUnitTests, type UnitResults } from "./failed-tests.ts";

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };
type Results = Counts & { readonly failures: readonly string[] };

/** The fields that we read from the two runners' JSON reports. */
type UnitReport = UnitResults &
  Record<"numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests", number>;
type BrowserReport = BrowserResults & {
  readonly stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number>;
};

const NOTHING_RUN: Results = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** How many of a runner's last characters on stderr are repeated when it fails outside of a test. */
const KEPT_ERRORS = 3_000;

const ROOT = join(import.meta.dirname, "..");
const RESULTS = join(ROOT, "test-results");
/** Where Node keeps compiled code: hundreds of test files and sites load the same modules. Saves a tenth of the time. */
const COMPILE_CACHE = join(ROOT, "node_modules", ".cache", "node");

/** Folders whose statements, locks or triggers could behave differently on the oldest supported PostgreSQL. */
const ON_OLDEST_POSTGRES = [
  "db",
  "entries",
  "access",
  "rate-limits",
  "raffles",
  "events",
  "jobs",
  "mail",
  "news",
  "draws",
  "claims",
  "webhooks",
];

/** A test file with a database imports one of these. Other files never use the run's PostgreSQL. */
const HAS_DATABASE = /tests\/support\/(database|open-test-api|import-desk)\.ts/;

/** It has a database, but tests only pictures. */
const NOT_OF_SQL = "src/raffles/pictures/pictures.test.ts";

/** A log names only what failed, as soon as it has: of a long one, often only a part around the first failure is kept. */
const UNIT_REPORTER = process.stdout.isTTY ? "dot" : "minimal";

/** A log needs no colours. Each runner is asked in the way that it understands. */
const PLAIN: { readonly [runner: string]: NodeJS.ProcessEnv } = process.stdout.isTTY
  ? {}
  : { vitest: { NO_COLOR: "1" }, playwright: { FORCE_COLOR: "0" } };

const unit = await runUnitTests("unit.json", ["--project=unit"]);
const oldest = findPostgres15();
// The long tests wait for what they kill and start: those of the oldest PostgreSQL work meanwhile, in few processes.
const [long, onOldest] = await Promise.all([
  runUnitTests("long.json", ["--project=long"]),
  oldest
    ? runUnitTests("unit-15.json", [...(await testsOfSql()), "--maxWorkers=2"], { TEST_POSTGRES_BIN: oldest })
    : undefined,
]);
// The browser tests run even after other failures, so that one run reports everything.
const browser = await run<BrowserReport>("playwright", ["test", "--reporter=dot,json"], "e2e.json", (report) => ({
  passed: report.stats.expected,
  failed: report.stats.unexpected + report.stats.flaky,
  skipped: report.stats.skipped,
  failures: failedBrowserTests(report),
}));

const runs = [unit, long, browser, ...(onOldest ? [onOldest] : [])];
const sum = (what: keyof Counts) => runs.reduce((all, counts) => all + counts[what], 0);
const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
console.log(`\nOn the bundled PostgreSQL: all tests, ${unit.passed + long.passed + browser.passed} passed.`);
console.log(
  oldest && onOldest
    ? `On ${await versionOf(oldest)}: what asks a database in src/{${ON_OLDEST_POSTGRES.join(",")}}, ${onOldest.passed} passed.`
    : "NOT ON POSTGRESQL 15, which is not installed: apt-get install postgresql-15",
);
// Once more at the end, which may be what is kept of the log.
for (const failure of runs.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;

/** The test files in those folders that use a database. */
async function testsOfSql(): Promise<string[]> {
  const all = globSync(`src/{${ON_OLDEST_POSTGRES.join(",")}}/**/*.test.ts`, { cwd: ROOT });
  const texts = await Promise.all(all.map((file) => readFile(join(ROOT, file), "utf8")));
  return all.filter((file, index) => HAS_DATABASE.test(texts[index] ?? "") && file !== NOT_OF_SQL);
}

/** Runs Vitest on a project's tests, or on the given files. */
function runUnitTests(report: string, which: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Results> {
  return run<UnitReport>(
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
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: failedUnitTests(report),
    }),
    env,
  );
}

/**
 * Runs a test runner from node_modules/.bin. Its own report goes to the screen; the counts come from its JSON report. A
 * run that fails outside of a test, or writes no whole report, counts as one failure.
 */
async function run<Report>(
  command: "vitest" | "playwright",
  args: readonly string[],
  report: string,
  resultsOf: (report: Report) => Results,
  env: NodeJS.ProcessEnv = {},
): Promise<Results> {
  await mkdir(RESULTS, { recursive: true });
  await rm(join(RESULTS, report), { force: true });
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "pipe"],
    env: {
      ...process.env,
      ...env,
      ...PLAIN[command],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(RESULTS, report),
    },
    // On Windows the runners are .cmd files, which only a shell can start.
    shell: process.platform === "win32",
  });
  let lastErrors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    process.stderr.write(chunk);
    lastErrors = (lastErrors + chunk.toString()).slice(-KEPT_ERRORS);
  });
  const [code] = await once(child, "close");
  const results = await readFile(join(RESULTS, report), "utf8")
    .then((text) => resultsOf(JSON.parse(text)))
    .catch(() => NOTHING_RUN);
  if (code === 0 || results.failed > 0) return results;
  return { ...results, failed: 1, failures: [`${command} failed outside of a test:\n${lastErrors}`] };
}
