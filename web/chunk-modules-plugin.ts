import { relative } from "node:path";
import type { Plugin } from "vite";

/**
 * Writes down which files of ours went into which script for browsers, beside the scripts and never served: a test
 * reads there that no part of the organiser's desk travels with a visitor's page.
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
