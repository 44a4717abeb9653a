import { type BrowserContext, expect } from "@playwright/test";
import { DRIVEN_FORMS } from "./driven-forms.ts";
import { type DrivenForm, expectPreserved, FAULTS, requestsOf } from "./form-faults.ts";
import { test } from "./test.ts";

async function drive(context: BrowserContext, form: DrivenForm): Promise<void> {
  // Each form is sent a dozen times, once for each fault at each of its requests. The first page may still be led on to
  // another: Chromium forgets to close a page that arrives somewhere meanwhile, so it stays until the test is over.
  const requests = await requestsOf(await context.newPage(), form);
  // The first tap wins: the site gets the form once.
  expect(requests.filter((request) => request.startsWith("POST "))).toHaveLength(1);
  expect(requests.filter((request) => request.includes("__manifest"))).toEqual([]);
  await expectPreserved(await context.newPage(), form, requests);
}

/** One form of each kind: sent by the page's script or by React, with a file, in one piece or by parts, asked about. */
const KINDS = new Set(["the entry form", "an entry's notes", "a raffle's changes", "a file of entries", "a hand-over"]);

for (const [name, form] of Object.entries(DRIVEN_FORMS)) {
  const part = KINDS.has(name) ? "" : " @long";
  test(`whatever fails, ${name} loses nothing @javascript${part}`, async ({ context }) => drive(context, form));
  if (KINDS.has(name)) continue;
  // Which kind of fault it is, is a matter of the script that all forms share. That a form is joined to it is its own.
  test(`without a connection, ${name} loses nothing @javascript @long`, async ({ page }) =>
    expectPreserved(page, form, ["POST"], { "no connection": FAULTS["no connection"] }));
}
