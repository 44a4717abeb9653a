import { expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { DRIVEN_ACCOUNT_FORMS } from "./driven-account-forms.ts";
import { DRIVEN_CLAIM_FORMS } from "./driven-claim-forms.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { type DrivenForm, press } from "./form-faults.ts";
import { openStarted } from "./started-page.ts";
import { createEvent } from "./test-event.ts";
import { createRaffle } from "./test-raffle.ts";

async function join(page: Page) {
  const raffle = await createRaffle(page.request);
  const person = entryBody();
  const answer = await page.request.post(`/api/raffles/${raffle.codeId}/entries`, { data: person });
  const { entryCode } = (await answer.json()) as { entryCode: string };
  return { ...raffle, entryCode, phone: String(person.phone) };
}

/** The entry's page at the organiser's, opened with the access code. */
async function openUpdate(page: Page): Promise<void> {
  const { codeId, accessCode, entryCode } = await join(page);
  await page.goto(`/draw-list/${codeId}/${accessCode}`);
  await openStarted(page, `/update-entry/${entryCode}?raffle=${codeId}`);
  await page.getByLabel("First name").fill("Typed with care");
  await page.getByPlaceholder("Your wish note...").first().fill("half a thought");
}

const updateTyped = (page: Page) =>
  [
    [page.getByLabel("First name"), "Typed with care"],
    [page.getByPlaceholder("Your wish note...").first(), "half a thought"],
  ] as const;

async function openOwnEntry(page: Page): Promise<void> {
  await openJoined(page);
}

async function openJoined(page: Page): Promise<string> {
  const { codeId, entryCode, phone } = await join(page);
  await openStarted(page, `/raffle-entry/${codeId}/${entryCode}`);
  await page.getByLabel("Wishlist note for Ham").fill("half a thought");
  return phone;
}

async function typeContact(page: Page): Promise<void> {
  await page.getByLabel("Your phone number or email").fill(await openJoined(page));
  // The note's field is left.
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
}

const noteTyped = (page: Page) => [[page.getByLabel("Wishlist note for Ham"), "half a thought"]] as const;

async function openAdminList(page: Page): Promise<void> {
  page.on("dialog", (dialog) => void dialog.accept());
  const { codeId, accessCode } = await createRaffle(page.request, {
    dueDate: new Date(Date.now() + 1e9).toISOString(),
  });
  await openStarted(page, `/admin-raffle-list?q=${codeId}`);
  await page.locator(`#access-${codeId}`).fill(accessCode);
  await expect(
    page.getByText("The access code is right.").or(page.locator("[data-agreed=true]")).first(),
  ).toBeVisible();
}

const agreed = (name: string) => (page: Page) =>
  page
    .locator("form")
    .filter({ has: page.locator("[data-agreed=true]") })
    .getByRole("button", { name })
    .click();

/** The forms of the site, but for those that need a mail server. */
export const DRIVEN_FORMS: Readonly<Record<string, DrivenForm>> = {
  "the entry form": {
    async open(page) {
      const { codeId } = await createRaffle(page.request);
      await openStarted(page, `/raffle-entry/${codeId}`);
      await fillEntryForm(page, entryBody({ firstName: "Typed" }));
    },
    press: press("Submit"),
    failed: "Failed to submit entry.",
    typed: (page) => [[page.getByLabel("First name"), "Typed"]],
  },
  "an entry's notes": {
    open: openOwnEntry,
    press: press("Update Wishlist Notes"),
    failed: "Failed to update wishlist notes.",
    typed: noteTyped,
  },
  "an entry's rules": {
    open: openOwnEntry,
    press: press("Follow our page", "switch"),
    failed: "Failed to update rule.",
    typed: noteTyped,
  },
  "an entry's wishes": {
    open: openOwnEntry,
    press: press("Queso de bola", "switch"),
    failed: "Failed to update wishlist.",
    typed: noteTyped,
  },
  "showing an entry's details": {
    async open(page) {
      await typeContact(page);
    },
    press: press("Show my details"),
    failed: "Failed to show your details.",
    once: true,
    typed: noteTyped,
  },
  "erasing an entry": {
    async open(page) {
      await typeContact(page);
      await page.getByRole("button", { name: "Show my details" }).click();
      await page.getByText("Erase my entry").click();
    },
    press: press("Yes, erase it"),
    failed: "Failed to erase your entry.",
    asks: true,
    typed: noteTyped,
  },
  "the search for an entry": {
    async open(page) {
      const { codeId, entryCode } = await join(page);
      await page.goto(`/search-entry/${codeId}`);
      await page.getByLabel("Entry code").fill(entryCode);
    },
    press: press("Search"),
    failed: "Error searching for entry.",
  },
  "an entry's details": {
    open: openUpdate,
    press: press("Update Entry Info"),
    failed: "❌ Failed to update entry info.",
    typed: updateTyped,
  },
  "an entry's rules at the desk": {
    open: openUpdate,
    press: press("Update Rules"),
    failed: "❌ Failed to update user rules.",
    typed: updateTyped,
  },
  "an entry's wishes at the desk": {
    open: openUpdate,
    press: press("Update Wishlist"),
    failed: "❌ Failed to update wishlist.",
    typed: updateTyped,
  },
  "a new raffle": {
    async open(page) {
      await openStarted(page, "/create-raffle");
      await page.getByLabel("Name").first().fill("Typed with care");
      await page.getByLabel("Details").first().fill("All of it");
      await page.getByLabel("Due date").fill("2031-01-01T10:00");
      const prize = page.getByRole("group", { name: "Prize 1" });
      await prize.getByLabel("Name").fill("Ham");
    },
    press: press("Create raffle"),
    failed: "Failed to create raffle.",
    typed: (page) => [[page.getByLabel("Name").first(), "Typed with care"]],
  },
  "a list to draw from": {
    async open(page) {
      await page.goto("/draw-from-list");
      await page.getByLabel("Your list").fill("Ana Cruz\nBen Reyes");
      await page.locator("[name='prizes.0.name']").fill("Ham");
      await page.getByLabel("I may use these names").check();
    },
    press: press("Check the list"),
    failed: "No answer came.",
    typed: (page) => [[page.getByLabel("Your list"), "Ana Cruz\nBen Reyes"]],
  },
  "a raffle's changes": {
    async open(page) {
      const { codeId, accessCode } = await createRaffle(page.request);
      await openStarted(page, `/edit-raffle/${codeId}/${accessCode}`);
      await page.getByLabel("Name").first().fill("Typed with care");
      await page.getByRole("button", { name: "Add a prize" }).click();
      const prize = page.getByRole("group", { name: "Prize 3" });
      await prize.getByLabel("Name").fill("Rice");
    },
    press: press("Save raffle"),
    failed: "Failed to update raffle.",
    typed: (page) => [
      [page.getByLabel("Name").first(), "Typed with care"],
      [page.getByRole("group", { name: "Prize 3" }).getByLabel("Name"), "Rice"],
    ],
  },
  "a raffle's deletion": {
    open: openAdminList,
    press: agreed("Delete"),
    failed: "An error occurred while deleting the raffle.",
    asks: true,
    once: true,
  },
  "a new access code": { open: openAdminList, press: agreed("New access code"), failed: "", once: true },
  "the way to the desk": { open: openAdminList, press: agreed("Entries"), failed: "" },
  "an entry's deletion": {
    async open(page) {
      const { codeId, accessCode } = await join(page);
      await openStarted(page, `/draw-list/${codeId}/${accessCode}`);
      await page.locator(".entry-list summary").click();
      await page.getByRole("button", { name: "Delete" }).click();
      await expect(page.getByRole("button", { name: "Yes, delete" })).toBeVisible();
    },
    press: press("Yes, delete"),
    failed: "❌ Failed to delete. Please try again in a moment.",
    asks: true,
    once: true,
  },
  "ticks for several entries": {
    async open(page) {
      const { codeId, accessCode } = await join(page);
      await page.goto(`/draw-masterlist/${codeId}/${accessCode}?all`);
    },
    press: press("Mark as done"),
    failed: "",
  },
  "a file of entries": {
    async open(page) {
      const { codeId, accessCode } = await createRaffle(page.request);
      await openStarted(page, `/import-entries/${codeId}/${accessCode}`);
      const buffer = Buffer.from("Last name,First name\nCruz,Ana");
      await page.getByLabel("CSV or Excel file").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
    },
    press: press("Check the file"),
    failed: "",
  },
  "a new event": {
    async open(page) {
      await openStarted(page, "/create-event");
      await page.getByLabel("Title").fill("Typed with care");
      await page.getByLabel("Registration Link").fill("https://example.com/a");
      await page.getByLabel("Draw Link").fill("https://example.com/b");
    },
    press: press("Create Event"),
    failed: "❌ Failed to create event.",
    typed: (page) => [[page.getByLabel("Title"), "Typed with care"]],
  },
  "an event's changes": {
    async open(page) {
      const { code, accessCode } = await createEvent(page.request);
      await openStarted(page, `/edit-event/${code}`);
      await page.getByLabel("Title").fill("Typed with care");
      await page.getByLabel("Access code").fill(accessCode);
    },
    press: press("Update Event"),
    failed: "❌ Failed to update event.",
    typed: (page) => [[page.getByLabel("Title"), "Typed with care"]],
  },
  "the choice of a language": {
    async open(page) {
      const { codeId } = await createRaffle(page.request);
      await openStarted(page, `/raffle-entry/${codeId}`);
      await fillEntryForm(page, entryBody({ firstName: "Typed" }));
      await page.locator(".language-menu summary").click();
      await expect(page.locator(".language-menu button[value=en]")).toBeVisible();
    },
    press: (page) => page.locator(".language-menu button[value=en]").press("Enter"),
    failed: "",
    typed: (page) => [[page.getByLabel("First name"), "Typed"]],
  },
  ...DRIVEN_ACCOUNT_FORMS,
  ...DRIVEN_CLAIM_FORMS,
};
