import { expect, type FrameLocator, type Page } from "@playwright/test";

/** Types a person into the entry form and consents. */
export async function fillEntryForm(page: Page | FrameLocator, person: Record<string, unknown>): Promise<void> {
  const labels = {
    firstName: "First name",
    lastName: "Last name",
    address: "Address",
    phone: "Phone number",
    facebook: "Facebook link",
    instagram: "Instagram link",
  };
  for (const [field, label] of Object.entries(labels)) await page.getByLabel(label).fill(String(person[field]));
  await page.getByRole("textbox", { name: "Email" }).fill(String(person.email));
  const isAdult = page.getByLabel("I am 18 or older");
  // By key: a click into a frame of another site lands beside the box while that frame still scrolls.
  await isAdult.press("Space");
  await expect(isAdult).toBeChecked();
}
