import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { chunkModules } from "./web/chunk-modules-plugin.ts";
import { inlineScripts } from "./web/inline/inline-scripts-plugin.ts";
import { systemColorScheme } from "./web/theme/system-color-scheme.ts";

/** What every page that hydrates needs, in two files: compressed together they are smaller than in a dozen, and sooner here. */
const SHARED_CHUNKS = [
  { name: "framework", test: /node_modules\/(react|react-dom|scheduler|react-router|i18next)\// },
  { name: "fields", test: /node_modules\/@mantine\// },
];

export default defineConfig({
  plugins: [inlineScripts(), reactRouter(), chunkModules()],
  css: { postcss: { plugins: [systemColorScheme()] } },
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: SHARED_CHUNKS } } } } },
    // Pages and server share one instance of every module of src/, which runs from source.
    ssr: { build: { rollupOptions: { external: [/^#src\//] } } },
  },
});
