import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { inlineScripts } from "./web/inline/inline-scripts-plugin.ts";
import { systemColorScheme } from "./web/theme/system-color-scheme.ts";

export default defineConfig({
  plugins: [inlineScripts(), reactRouter()],
  css: { postcss: { plugins: [systemColorScheme()] } },
  build: { assetsInlineLimit: 0 },
  environments: {
    // Pages and server share one instance of every module of src/, which runs from source.
    ssr: { build: { rollupOptions: { external: [/^#src\//] } } },
  },
});
