import { test as base } from "@playwright/test";
import { type DrawSite, withDrawSite } from "./draw-site.ts";
import { type MailSite, withMailSite } from "./mail-site.ts";
import { ownAddress } from "./own-address.ts";

/**
 * Each test's browsers and programs come from an address that no other test has: what strangers may do is counted by
 * address, and no test has to wait for, or pays for, what others did.
 *
 * The sites of some tests start where one first asks for them. All tests have them all the same: Playwright gives tests
 * with other fixtures of a worker another process and browser.
 */
export const test = base.extend<object, { mailSite: MailSite; drawSite: DrawSite }>({
  extraHTTPHeaders: ({ extraHTTPHeaders }, use) => use({ ...extraHTTPHeaders, ...ownAddress() }),
  mailSite: [({ browserName: _anyBrowser }, use) => withMailSite(use), { scope: "worker", timeout: 180_000 }],
  drawSite: [({ browserName: _anyBrowser }, use) => withDrawSite(use), { scope: "worker", timeout: 180_000 }],
});

/** Tests on a site that sends mail. */
export const mailTest = test.extend({ baseURL: ({ mailSite }, use) => use(mailSite.site.origin) });

/** Tests on a site that draws and sends mail, whose database they reach. */
export const drawTest = test.extend({ baseURL: ({ drawSite }, use) => use(drawSite.site.origin) });
