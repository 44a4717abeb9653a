import { expect, type Page } from "@playwright/test";

/** Types a slip of paper into the form of the counter, and sends it. */
export async function addSlip(
  page: Page,
  [firstName, lastName]: readonly [string, string],
  contact: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.getByLabel("First Name").fill(firstName);
  await page.getByLabel("Last Name").fill(lastName);
  await page.getByLabel("Address").fill("Jaro");
  for (const [label, value] of Object.entries(contact)) await page.getByLabel(label).fill(value);
  await page.getByLabel("This person is 18 or older").check();
  await page.getByRole("button", { name: "Add this entry" }).click();
}

/** Waits until the phone can open the form without a network. */
export async function storedForm(page: Page): Promise<void> {
  const isStored = () =>
    page.evaluate(async () => {
      const forms = await (await caches.open("slip-forms")).keys();
      return navigator.serviceWorker.controller !== null && forms.length > 0;
    });
  await expect.poll(isStored).toBe(true);
}
