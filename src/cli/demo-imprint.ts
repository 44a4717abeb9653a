import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import demoImprint from "#src/demo/imprint.json" with { type: "json" };
import { hasOwnPage, ownPagePath } from "#src/http/custom-page.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";

/** Writes the demonstration's legal notice into the data folder. A site with one of its own keeps that. */
export async function writeDemoImprint(dataDir: string): Promise<void> {
  if (hasOwnPage(dataDir, "imprint")) return;
  for (const language of LANGUAGES) {
    const path = ownPagePath(dataDir, "imprint", language);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, demoImprint[language]);
  }
}
