import { writeDemoImprint } from "#src/cli/demo-imprint.ts";
import { ensureBrowser } from "./browser.ts";
import { keepForgiving } from "./forgiving-site.ts";
import { CHEAP_PASSWORDS, startSite } from "./site.ts";
import { SITE_DATABASE } from "./site-database.ts";

/**
 * Finds the browser and starts the site that all browser tests of a run share.
 *
 * @returns the function that stops the site at the end
 */
export default async function prepareBrowserTests(): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = ensureBrowser();
  // Tests of wrong codes send an address of their own. Otherwise one test would wait for the attempts of others.
  const site = await startSite({
    env: {
      ...{ TRUST_PROXY: "1", WEBHOOK_TARGETS: "any", PLANS_FILE: "src/demo/plans.json" },
      ...CHEAP_PASSWORDS,
      ...SITE_DATABASE,
    },
  });
  await writeDemoImprint(site.dataDir);
  const stopForgiving = await keepForgiving(site.dataDir);
  process.env.SITE_ORIGIN = site.origin;
  process.env.SITE_DATA_DIR = site.dataDir;
  return async () => {
    await stopForgiving();
    const ended = await site.stop();
    if (ended !== 0) throw new Error(`The site ended with ${ended}. It printed:\n${site.log()}`);
  };
}
