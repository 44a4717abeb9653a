import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,web,scripts,tests/support}/**/*.test.ts"],
    environment: "node",
    // Node loads the code as it does in the site, with nothing transformed on the way and no module replaced.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Starts one bundled PostgreSQL for the whole run; each file that asks for a database gets a clone of a template.
    globalSetup: ["tests/support/global-setup.ts"],
    // Files run beside each other, but PostgreSQL and the sites that tests start need a core too.
    pool: "forks",
    maxWorkers: 2,
    // Generous for a busy two-core machine: a test that hangs is still found, one that is only slow does not fail.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
