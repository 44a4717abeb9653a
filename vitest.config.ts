import { defineConfig } from "vitest/config";

/**
 * Start whole sites and stop, restart or cut off what they stand on, count what a site does meanwhile, or work on a
 * copy of the project: they wait for most of their time. One of each kind guards every landing (`npm test`).
 */
const SITES = [
  "src/cli/{backup/backup,database-waits,proxy-without-database,serve,workers}.test.ts",
  "src/app/metrics/metrics.test.ts",
  "src/db/embedded.test.ts",
  "scripts/ended-tests.test.ts",
];

/** The rest of them: `npm run test:long`, before a release and after a change of what they test (CONTRIBUTING.md). */
const LONG = [
  "src/cli/*-after-crash.test.ts",
  "src/cli/{backup/backup-while-entering,backup/move,database-killed,disk-full,doctor/doctor,failover,rolling-restart}.test.ts",
  "src/build/offline-page.test.ts",
  "src/api/log/log-by-go.test.ts",
  "src/app/blocks-of-many-raffles.test.ts",
  "src/db/every-earlier-schema.test.ts",
  "scripts/{add-field,add-field-works,checks-bite,dev,make-package}.test.ts",
];

export default defineConfig({
  test: {
    environment: "node",
    // Node loads the code as it does in the site, with nothing transformed on the way and no module replaced.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Starts one bundled PostgreSQL for the whole run; each file that asks for a database gets a clone of a template.
    globalSetup: ["tests/support/global-setup.ts"],
    setupFiles: ["tests/support/cheap-passwords.ts"],
    pool: "forks",
    // A worker loads the site once and runs a hundred files: with a larger nursery its garbage costs 7 % less.
    execArgv: ["--max-semi-space-size=64"],
    // One more than the smallest machine has cores: each file waits for PostgreSQL for a part of its time.
    maxWorkers: 3,
    // A test that hangs is found, and none fails because the machine is busy: sites, databases and copies of the
    // project start in seconds alone, and in minutes where much else runs. So no test has a shorter limit of its own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{src,web,scripts,tests/support}/**/*.test.ts"],
          exclude: [...SITES, ...LONG],
          // The files of a worker share its process, and what it has loaded: to load the site for each of 300 files
          // took a third of the time. So a test file leaves nothing behind: no timer, no server, no replaced global.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      // `npm test` runs them beside the unit tests, which are done no sooner than two of these at a time.
      {
        extends: true,
        test: { name: "sites", include: SITES, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
      // With two of them at once, four fifths of two cores were idle. Beside five, some compile a copy of the project.
      {
        extends: true,
        test: {
          name: "long",
          include: LONG,
          maxWorkers: 5,
          testTimeout: 1_200_000,
          hookTimeout: 1_200_000,
          expect: { poll: { timeout: 300_000 } },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
