import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web",
  // scripts/dev-pages.ts names another folder.
  buildDirectory: process.env.PAGES_FOLDER ?? "build",
  ssr: true,
  // No page asks for routes that it does not know: that is one more request that can fail, and lose a form. What it
  // knows, entry.server.tsx decides.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
