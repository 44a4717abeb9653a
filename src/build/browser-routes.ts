import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const ASSIGNMENT = "window.__reactRouterManifest=";

/** A route as React Router's build lists it for the browser. */
type BrowserRoute = { readonly path?: string; readonly hasDefaultExport: boolean };

/**
 * Takes files (`raffles.atom`) out of the list of routes that every page with React loads. No page navigates to them:
 * links to them are plain, and forms do not lead there.
 *
 * @param assets the build's folder of scripts
 * @throws an Error where React Router writes the list in another form
 */
export async function dropFileRoutes(assets: string): Promise<void> {
  const lists = (await readdir(assets).catch(() => [])).filter((name) => /^manifest-\w+\.js$/.test(name));
  for (const list of lists) {
    const text = await readFile(join(assets, list), "utf8");
    if (!text.startsWith(ASSIGNMENT)) throw new Error(`${list} is no list of routes.`);
    const manifest = JSON.parse(text.slice(ASSIGNMENT.length).replace(/;\s*$/, ""));
    const routes = Object.entries<BrowserRoute>(manifest.routes).filter(
      ([, { path = "", hasDefaultExport }]) => hasDefaultExport || !path.includes("."),
    );
    await writeFile(
      join(assets, list),
      `${ASSIGNMENT}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`,
    );
  }
}
