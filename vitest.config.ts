import { defineConfig } from "vitest/config";

/**
 * Start whole sites and kill, restart or cut off what they stand on, and count what a site does meanwhile, or build and
 * test a copy of the project. They wait for most of their time: scripts/test.ts says what runs beside them.
 */
const LONG = [
  "src/cli/{backup/backup,claim-after-crash,database-killed,database-waits,disk-full,doctor/doctor,draw-after-crash,failover,lock-after-crash,mail-after-crash,proxy-without-database,replacement-after-crash,rolling-restart,serve,workers}.test.ts",
  "src/app/metrics/metrics.test.ts",
  "src/build/offline-page.test.ts",
  "src/db/embedded.test.ts",
  "scripts/{add-field,checks-bite,dev,make-package}.test.ts",
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
    // One more than the smallest machine has cores: each file waits for PostgreSQL for a part of its time.
    maxWorkers: 3,
    // A test that hangs is found, and none fails because the machine is busy: sites, databases and copies of the project
    // start in seconds alone, and in minutes where much else runs. So no test has a shorter limit of its own.
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
          exclude: LONG,
          // The files of a worker share its process, and what it has loaded: to load the site for each of 300 files took a
          // third of the time. So a test file leaves nothing behind: no timer, no server, no replaced global.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // They wait for most of their time: with two at once, four fifths of two cores were idle.
        test: { name: "long", include: LONG, maxWorkers: 5, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
