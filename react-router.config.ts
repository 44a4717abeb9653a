import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web",
  // scripts/dev-pages.ts names another folder.
  buildDirectory: process.env.PAGES_FOLDER ?? "build",
  ssr: true,
  // Every page knows all routes: asking for them at the first submit is one more request that can fail, and lose a
  // form.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
