import { type BrowserContext, expect } from "@playwright/test";
import { DRIVEN_FORMS } from "./driven-forms.ts";
import { type DrivenForm, expectKept, requestsOf } from "./form-faults.ts";
import { test } from "./test.ts";

async function drive(context: BrowserContext, form: DrivenForm): Promise<void> {
  // Each form is sent a dozen times, once for each fault at each of its requests. The first page may still be led on to
  // another: Chromium forgets to close a page that arrives somewhere meanwhile, so it stays until the test is over.
  const requests = await requestsOf(await context.newPage(), form);
  // The first tap wins: the site gets the form once.
  expect(requests.filter((request) => request.startsWith("POST "))).toHaveLength(1);
  expect(requests.filter((request) => request.includes("__manifest"))).toEqual([]);
  await expectKept(await context.newPage(), form, requests);
}

for (const [name, form] of Object.entries(DRIVEN_FORMS)) {
  test(`whatever fails, ${name} loses nothing @javascript`, async ({ context }) => drive(context, form));
}
