import { relative } from "node:path";
import type { Plugin } from "vite";

/**
 * Writes a list of our source files in each browser script, beside the scripts and never served. A test reads it to
 * check that a visitor's page loads no code of the organiser's desk.
 */
export function chunkModules(): Plugin {
  return {
    name: "chunk-modules",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === "chunk"
          ? [[`/${file.fileName}`, file.moduleIds.map((id) => relative(import.meta.dirname, id))]]
          : [],
      );
      const source = JSON.stringify(Object.fromEntries(modules));
      this.emitFile({ type: "asset", fileName: ".vite/chunk-modules.json", source });
    },
  };
}
