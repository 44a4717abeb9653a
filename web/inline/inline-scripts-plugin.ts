import { build, type Plugin } from "vite";

const SUFFIX = "?inline-script";

/**
 * `import source from "./page.ts?inline-script"` gives that file as the text of a small browser script, for pages
 * without a framework. The text is part of the build, so the page's policy can list it by hash.
 */
export function inlineScripts(): Plugin {
  return {
    name: "inline-scripts",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const input = id.slice(0, -SUFFIX.length);
      const result = await build({
        configFile: false,
        logLevel: "silent",
        publicDir: false,
        build: { write: false, minify: true, target: "es2022", rollupOptions: { input, output: { format: "iife" } } },
      });
      const [output] = Array.isArray(result) ? result : [result];
      const chunk = output && "output" in output ? output.output[0] : undefined;
      if (chunk?.type !== "chunk") throw new Error(`No script came of ${input}.`);
      return `export default ${JSON.stringify(chunk.code.trim())};`;
    },
  };
}
