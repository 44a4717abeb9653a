import { defineConfig, devices } from "@playwright/test";
import { isRoot } from "./tests/support/browser.ts";

/** What the setup finds and starts reaches the workers, which read this file too, through the environment. */
const { SITE_ORIGIN, CHROMIUM_PATH, CI, TEST_PART } = process.env;

/**
 * What needs scripts has no meaning without them. What is only read is the same HTML and CSS with and without them:
 * tests that send no form of a page, and say nothing that a script could change, are marked so and run once.
 */
const ONCE = /@javascript|@read-only/;

/**
 * What runs: `npm test` runs the short part, `npm run test:long` the long one, and everything else all. Short are the
 * tests that are not marked @long, and without scripts those marked @both.
 */
const PARTS: Readonly<Record<string, readonly [scripts: Filter, without: Filter]>> = {
  short: [{ grepInvert: /@long/ }, { grep: /@both/ }],
  long: [{ grep: /@long/ }, { grepInvert: [ONCE, /@both/] }],
  all: [{}, { grepInvert: ONCE }],
};
type Filter = { readonly grep?: RegExp; readonly grepInvert?: RegExp | RegExp[] };

const [withScripts, withoutScripts] = PARTS[TEST_PART ?? "all"] ?? [];

export default defineConfig({
  testDir: "tests/e2e",
  // Finds a browser and starts one site, with its database, for the whole run: each test makes the raffles it looks at.
  globalSetup: "./tests/support/e2e-setup.ts",
  outputDir: "test-results/e2e",
  fullyParallel: true,
  // One more than the smallest machine has cores: each test waits for the site for a part of its time.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(CI),
  // What hangs is found, and nothing fails because the machine is busy: no test has a shorter limit of its own.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  globalTimeout: 55 * 60_000,
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: SITE_ORIGIN,
    // A request through a worker is out of sight of the tests that break one. Those of the worker allow it.
    serviceWorkers: "block",
    locale: "en-US",
    timezoneId: "Asia/Manila",
    reducedMotion: "reduce",
    // Recording every step takes more than half of the time: for a test that fails, `npx playwright test <file> --trace
    // on`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      // Root cannot use the sandbox; everyone else keeps it.
      chromiumSandbox: !isRoot(),
      args: ["--disable-quic", "--disable-gpu"],
    },
  },
  projects: [
    { name: "with-javascript", ...withScripts },
    { name: "without-javascript", use: { javaScriptEnabled: false }, ...withoutScripts },
  ],
});
