import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { catalogues } from "../src/i18n/catalogues.ts";

const SCRIPT = join(import.meta.dirname, "site", "framed", "embed.js");

/** Builds `embed.js`, the script of other websites, with the words of its link in every language. */
export function embedScript(): Plugin {
  return {
    name: "embed-script",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "embed.js", source: embedSource() });
    },
  };
}

function embedSource(): string {
  const words = Object.entries(catalogues).map(([language, { raffles }]) => {
    const { open } = raffles.created as { readonly open: string };
    return [language, open];
  });
  return readFileSync(SCRIPT, "utf8").replace('"LINKS"', () => JSON.stringify(Object.fromEntries(words)));
}
