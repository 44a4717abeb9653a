import { ensureBrowser } from "./browser.ts";
import { startSite } from "./site.ts";

/**
 * Finds the browser and starts the site that all browser tests of a run share.
 *
 * @returns the function that stops the site at the end
 */
export default async function prepareBrowserTests(): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = ensureBrowser();
  // Tests that type wrong codes say that they come from an address of their own: one would wait for what others tried.
  const site = await startSite({ env: { TRUST_PROXY: "1" } });
  process.env.SITE_ORIGIN = site.origin;
  process.env.SITE_DATA_DIR = site.dataDir;
  return async () => {
    const ended = await site.stop();
    if (ended !== 0) throw new Error(`The site ended with ${ended}. It printed:\n${site.log()}`);
  };
}
