import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web",
  buildDirectory: "build",
  ssr: true,
  // Every page knows all routes: asking for them at the first submit is one more request that can fail, and lose a form.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
