import { test as base } from "@playwright/test";
import { ownAddress } from "./own-address.ts";

/**
 * Each test's browsers and programs come from an address that no other test has: what strangers may do is counted by
 * address, and no test has to wait for, or pays for, what others did.
 */
export const test = base.extend({
  extraHTTPHeaders: ({ extraHTTPHeaders }, use) => use({ ...extraHTTPHeaders, ...ownAddress() }),
});
