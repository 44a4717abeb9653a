import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { DAY_MS } from "#src/base/clock.ts";
import { asOrganiser, entryBody } from "../support/api.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("an entrant takes their data away, erases their entry and joins again", async ({ page, request }) => {
  const raffle = await createRaffle(request);
  const person = entryBody({ lastName: "Zzyzxwright" });
  const joined = await request.post(`/api/raffles/${raffle.codeId}/entries`, { data: person });
  const { entryCode } = (await joined.json()) as { entryCode: string };
  await page.goto(`/raffle-entry/${raffle.codeId}/${entryCode}`);
  await expect(page.getByText(/^We keep this entry until .+\. After that it is erased automatically\.$/)).toBeVisible();

  // The entry code alone shows nobody's contact details, and takes nothing away.
  await expect(page.getByText("Maria Z.", { exact: true })).toBeVisible();
  await expect(page.getByText(String(person.email))).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Download my data" })).toHaveCount(0);
  const contact = page.getByLabel("Your phone number or email");
  const show = page.getByRole("button", { name: "Show my details" });
  await show.click();
  await expect(page.getByText("Please type your phone number or your email.")).toBeVisible();
  await expect(contact).toBeFocused();
  await contact.fill("0917 000 0001");
  await show.click();
  await expect(page.getByText("This is neither the phone number nor the email of this entry.")).toBeVisible();
  await expect(contact).toBeFocused();
  await expect(contact).toHaveValue("0917 000 0001");
  await expectAccessible(page);
  await expectFits(page);
  // A note that is not saved yet stays too, and Enter shows the details as the button does.
  const note = page.getByLabel("Wishlist note for Ham");
  await note.fill("half a thought");
  await contact.fill(` ${String(person.email).toUpperCase()} `);
  await contact.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "These are your details." })).toBeVisible();
  await expect(note).toHaveValue("half a thought");
  await expect(page.getByText("Maria Zzyzxwright", { exact: true })).toBeVisible();
  await expect(page.getByText(String(person.email))).toBeVisible();
  await expect(contact).toHaveCount(0);

  // A typing mistake is mended here, and the browser that has shown the details goes on showing them.
  await page.getByText("Correct phone or email").click();
  const [phone, email] = [page.getByLabel("Phone number", { exact: true }), page.getByLabel("Email", { exact: true })];
  await phone.fill("12");
  await email.fill("corrected@example.com");
  const save = page.getByRole("button", { name: "Save phone and email" });
  await save.click();
  await expect(page.getByRole("alert")).toContainText("Failed to change your phone or email");
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await expect(email).toHaveValue("corrected@example.com");
  await expectAccessible(page);
  await expectFits(page);
  await phone.fill(String(person.phone));
  await save.click();
  await expect(page.getByText("Saved. We have written to the address that was there before")).toBeVisible();
  await expect(page.locator("dd").getByText("corrected@example.com")).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`entry-${entryCode}.json`);
  const own = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(own).toMatchObject({ raffle: { code: raffle.codeId }, entry: { lastName: "Zzyzxwright", entryCode } });

  const yes = page.getByRole("button", { name: "Yes, erase it" });
  await expect(yes).toBeHidden();
  await page.getByText("Erase my entry").click();
  await expectAccessible(page);
  await expectFits(page);
  await yes.click();
  await expect(page).toHaveURL(`/raffle-entry/${raffle.codeId}?erased`);
  await expect(page.getByText(/^Your entry is erased\. You can join again until .+\.$/)).toBeVisible();
  await expectAccessible(page);
  expect((await page.goto(`/raffle-entry/${raffle.codeId}/${entryCode}`))?.status()).toBe(404);

  const again = await request.post(`/api/raffles/${raffle.codeId}/entries`, { data: person });
  expect(again.status()).toBe(201);
  await page.goto(`/raffle-changes/${raffle.codeId}/${raffle.accessCode}`);
  const change = page.locator(".raffle-changes > li").first();
  await expect(change.getByRole("heading")).toHaveText("Entrant erased their own entry");
  await expect(change).toContainText("the entrant");
});

test("a closed raffle's entry can be taken away, and erased again once the list is locked @long", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request, { retentionDays: 60, drawRequires: "none" });
  const person = entryBody();
  const joined = await request.post(`/api/raffles/${codeId}/entries`, { data: person });
  const { entryCode } = (await joined.json()) as { entryCode: string };
  await page.goto(`/raffle-entry/${codeId}/${entryCode}`);
  await page.getByLabel("Your phone number or email").fill(String(person.phone));
  await page.getByRole("button", { name: "Show my details" }).click();
  await page.getByText("Erase my entry").click();

  const headers = asOrganiser(codeId, accessCode);
  const dueDate = new Date(Date.now() - 1000).toISOString();
  const drawDate = new Date(Date.now() + DAY_MS).toISOString();
  const closed = await request.patch(`/api/raffles/${codeId}`, { headers, data: { version: 1, dueDate, drawDate } });
  expect(closed.status()).toBe(200);
  await page.getByRole("button", { name: "Yes, erase it" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to erase your entry");
  await expect(page.getByRole("alert")).toContainText("being checked for the draw");

  await page.reload();
  await expect(
    page.getByText(/so your entry cannot be erased right now\. .+ The list locks by itself on /),
  ).toBeVisible();
  await expect(page.getByText("Erase my entry")).toHaveCount(0);
  const file = await page.request.get(
    (await page.getByRole("link", { name: "Download my data" }).getAttribute("href")) ?? "",
  );
  expect(file.status()).toBe(200);
  await expectAccessible(page);
  await expectFits(page);

  expect((await request.post(`/api/raffles/${codeId}/draw/lock`, { headers })).status()).toBe(201);
  // A reload would send the form again where it was sent without JavaScript.
  await page.goto(`/raffle-entry/${codeId}/${entryCode}`);
  await page.getByText("Erase my entry").click();
  await expect(page.getByText(/The ticket without a name stays in the list/)).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("button", { name: "Yes, erase it" }).click();
  await expect(page).toHaveURL(`/raffle-entry/${codeId}?erased`);
  await expect(page.getByText("Your entry is erased. If the list was locked by then")).toBeVisible();
});

test("an entry from paper without phone and e-mail stays masked, and says whom to ask", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  const joined = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const { entryCode } = (await joined.json()) as { entryCode: string };
  const headers = asOrganiser(codeId, accessCode);
  const paper = { phone: "", email: "none" };
  expect((await request.patch(`/api/entries/${entryCode}`, { headers, data: paper })).status()).toBe(200);
  await page.goto(`/raffle-entry/${codeId}/${entryCode}`);
  await expect(page.getByText("This entry has no phone number and no email")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show my details" })).toHaveCount(0);
  await expectAccessible(page);
  await expectFits(page);
});

test("an organiser says how long entries are kept, and everybody is told until when @long", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request, { drawDate: "2031-03-01T04:00:00Z" });
  await page.goto(`/edit-raffle/${codeId}/${accessCode}`);
  const days = page.getByLabel("Days to keep entries after the draw");
  await expect(days).toHaveValue("90");
  await days.fill("59");
  await page.getByRole("button", { name: "Save raffle" }).last().click();
  await expect(page.getByText("Please enter a whole number from 60 to 730.")).not.toHaveCount(0);
  await days.fill("61");
  await page.getByRole("button", { name: "Save raffle" }).last().click();
  // The 1st of March and 61 days.
  const erasedOn = /kept until .*May 01, 2031, then they are erased\./;
  await expect.poll(async () => (await (await request.get(`/api/raffles/${codeId}`)).json()).retentionDays).toBe(61);
  for (const path of [`/raffle/${codeId}`, `/raffle-entry/${codeId}`]) {
    await page.goto(path);
    await expect(page.getByText(erasedOn)).toBeVisible();
  }
  for (const list of ["draw-list", "draw-masterlist", "overview"]) {
    await page.goto(`/${list}/${codeId}/${accessCode}`);
    if (list !== "overview") await page.locator("summary", { hasText: "Raffle information" }).click();
    await expect(page.getByText(/The entries are kept until .*May 01, 2031, then they are erased\./)).toBeVisible();
  }
  await page.goto(`/raffle-entry/${codeId}`);
  await page.getByRole("link", { name: "Privacy", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy");
  await expect(page.getByText("90 days, unless the organiser chose another number from 60 to 730")).toBeVisible();
});
