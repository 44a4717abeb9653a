import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** What is read of the two runners' JSON reports. */
type UnitReport = Record<"numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests", number>;
type BrowserReport = { readonly stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number> };

const ROOT = join(import.meta.dirname, "..");
const RESULTS = join(ROOT, "test-results");

const unit = await run<UnitReport>(
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${join(RESULTS, "unit.json")}`],
  "unit.json",
  ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  }),
);
// The browser tests run even where the others failed: one run tells everything.
const browser = await run<BrowserReport>("playwright", ["test", "--reporter=list,json"], "e2e.json", ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
}));

const passed = unit.passed + browser.passed;
const failed = unit.failed + browser.failed;
const skipped = unit.skipped + browser.skipped;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Runs a test runner of node_modules/.bin, whose own report goes to the screen, and reads its counts from the report
 * that it wrote. A run that fails outside of a test, or writes no report, counts as one failure.
 */
async function run<Report>(
  command: string,
  args: readonly string[],
  report: string,
  countsOf: (report: Report) => Counts,
): Promise<Counts> {
  await mkdir(RESULTS, { recursive: true });
  await rm(join(RESULTS, report), { force: true });
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: join(RESULTS, report) },
    // On Windows the runners are .cmd files, which only a shell can start.
    shell: process.platform === "win32",
  });
  const [code] = await once(child, "close");
  const text = await readFile(join(RESULTS, report), "utf8").catch(() => undefined);
  const counts = text === undefined ? { passed: 0, failed: 0, skipped: 0 } : countsOf(JSON.parse(text));
  return code === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}
