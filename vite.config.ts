import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { chunkModules } from "./web/chunk-modules-plugin.ts";
import { embedScript } from "./web/embed-script-plugin.ts";
import { inlineScripts } from "./web/inline/inline-scripts-plugin.ts";

/**
 * What most pages that hydrate need, in two files: compressed together they are smaller than in a dozen, and sooner
 * here.
 */
const SHARED_CHUNKS = [
  { name: "framework", test: /node_modules\/(react|react-dom|scheduler|react-router|i18next)\// },
  {
    name: "forms",
    test: /web\/(forms|inline\/form-faults|requests\/(form-text|refusals\/site-failure)|ui\/(buttons\/(buttons|copy)|hidden-fields|scene|code-ticket\/grouped-code)|page\/page-script)|src\/(i18n\/languages|base\/code-formats)\.ts/,
  },
];

export default defineConfig({
  plugins: [inlineScripts(), reactRouter(), chunkModules(), embedScript()],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: SHARED_CHUNKS } } } } },
    // Pages and server share one instance of every module of src/, which runs from source.
    ssr: { build: { rollupOptions: { external: [/^#src\//] } } },
  },
});
