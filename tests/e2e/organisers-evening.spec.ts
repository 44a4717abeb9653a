import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { appCode } from "../support/authenticator.ts";
import { newEmail, PASSWORD, register } from "./own-account.ts";
import { comeFromOwnAddress, ownAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { rehearse } from "./rehearse.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";
import { startWalk } from "./walk.ts";

/** What an organiser's jobs cost on a phone. docs/experience.md sets the figures against those before: change both. */

test.use({ viewport: { width: 390, height: 844 } });

/** Opens the page “Today” of a raffle with an entry. */
async function openToday(page: Page, request: APIRequestContext) {
  const raffle = await createRaffle(request, { rules: [], drawRequires: "none", shopName: "Aling Nena" });
  const entry = { data: entryBody({ firstName: "Ana", lastName: "Zamora" }), headers: ownAddress() };
  expect((await request.post(`/api/raffles/${raffle.codeId}/entries`, entry)).status()).toBe(201);
  await page.goto(`/overview/${raffle.codeId}/${raffle.accessCode}`);
  return { ...raffle, walk: startWalk(page) };
}

test("the poster, a post and the website are one screen away from “Today” @javascript @long", async ({
  page,
  request,
}) => {
  const { walk } = await openToday(page, request);
  await walk.press(page.getByRole("link", { name: "Share it" }));
  const post = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "It has begun" }) });
  await walk.press(post.getByRole("button", { name: "Copy text" }));
  expect(walk.cost).toMatchObject({ presses: 2, fields: 0, screens: 2 });
  await walk.type(page.getByLabel("Websites that may show it"), "shop.example");
  await walk.press(page.getByRole("button", { name: "Save websites", exact: true }));
  await walk.press(page.locator(".embed-line").first().getByRole("button"));
  expect(walk.cost).toMatchObject({ presses: 4, fields: 1, screens: 2 });
  await walk.press(page.getByRole("link", { name: "Poster to print" }));
  await walk.press(page.getByRole("button", { name: "Print" }));
  expect(walk.cost).toMatchObject({ presses: 6, fields: 1, screens: 3 });
});

test("a slip of paper is added from “Today”, and the form stays for the next @javascript", async ({
  page,
  request,
}) => {
  const { walk } = await openToday(page, request);
  await walk.press(page.getByRole("link", { name: "Add a slip" }));
  await walk.type(page.getByLabel("First Name"), "Lito");
  await walk.type(page.getByLabel("Last Name"), "Reyes");
  await walk.type(page.getByLabel("Address"), "Jaro");
  await walk.press(page.getByLabel("This person is 18 or older"));
  await walk.press(page.getByRole("button", { name: "Add this entry" }));
  await expect(page.getByText("Lito Reyes has joined.")).toBeVisible();
  expect(walk.cost).toMatchObject({ presses: 3, fields: 3, screens: 2 });
});

test("an entry is deleted and brought back @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await openToday(page, request);
  await page.goto(`/draw-list/${codeId}/${accessCode}`);
  const walk = startWalk(page);
  await walk.press(page.locator(".entry-list summary").filter({ hasText: "Ana Zamora" }));
  await walk.press(page.getByRole("button", { name: "Delete Ana Zamora" }));
  await walk.press(page.getByRole("button", { name: "Yes, delete" }));
  await expect(page.getByText("No entries found.")).toBeVisible();
  expect(walk.cost).toMatchObject({ presses: 3, fields: 0 });
  await walk.press(page.getByRole("button", { name: "Undo Ana Zamora" }));
  await expect(page.getByText("Ana Zamora is back in the list.")).toBeVisible();
  expect(walk.cost).toMatchObject({ presses: 4, fields: 0 });
});

test("a raffle is used again with the next dates, and nothing is typed @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await openToday(page, request);
  await page.goto(`/create-raffle?from=${codeId}&by=${accessCode}`);
  const walk = startWalk(page);
  await walk.press(page.locator("form").getByRole("button", { name: "Create raffle" }).last());
  await expect(page.locator(".code-ticket", { hasText: "Access code" })).toBeVisible();
  expect(walk.cost).toMatchObject({ presses: 1, fields: 0 });
});

test("the evening is rehearsed in three minutes, by the buttons of the real screens", async ({ page, request }) => {
  const { codeId, walk } = await openToday(page, request);
  const fits = async () => {
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
  };
  await rehearse(page, walk.press, fits);
  await expect(page).toHaveURL(new RegExp(`/overview/${codeId}/`));
  expect(walk.cost).toMatchObject({ presses: 10, fields: 0 });
});

test("a file with a mistake is imported, and its wrong line is left for later @javascript", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await openToday(page, request);
  await page.goto(`/import-entries/${codeId}/${accessCode}`);
  const walk = startWalk(page);
  const chooser = page.waitForEvent("filechooser");
  await walk.press(page.getByLabel("CSV or Excel file"));
  const lines = ["Last Name,First Name,Address,Phone", "Cruz,Ana,Jaro,0918 555 0001", ",Ben,Molo,0918 555 0002"];
  const csv = Buffer.from([...lines, "Dizon,Lea,La Paz,0918 555 0003"].join("\r\n"));
  await (await chooser).setFiles({ name: "slips.csv", mimeType: "text/csv", buffer: csv });
  await walk.press(page.getByRole("button", { name: "Check the file" }));
  await expect(page.getByRole("heading", { name: "1 line needs attention" })).toBeVisible();
  await walk.press(page.getByLabel(/agreed to the Terms and Agreements on paper/));
  await walk.press(page.getByRole("button", { name: "Add the 2 good lines" }));
  await expect(page.getByText("2 entries added.")).toBeVisible();
  await walk.read(page.getByRole("link", { name: "Download 1 wrong line" }));
  expect(walk.cost).toMatchObject({ presses: 4, fields: 0, screens: 1 });
});

test("a link for a helper takes a name and a press @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await openToday(page, request);
  await page.goto(`/helpers/${codeId}/${accessCode}`);
  const walk = startWalk(page);
  await walk.type(page.getByLabel("Name of the helper"), "Ana");
  await walk.press(page.getByRole("button", { name: "Make the link" }));
  await walk.read(page.getByRole("img", { name: "QR code of the helper’s link" }));
  expect(walk.cost).toMatchObject({ presses: 1, fields: 1, screens: 1 });
});

test("a co-organiser is invited, registers, and accepts @javascript @long", async ({ page, request, browser }) => {
  const { codeId } = await openToday(page, request);
  await register(page, "Aling Nena");
  await page.goto(`/people/${codeId}/~`);
  await page.getByRole("button", { name: "Take it into my account" }).click();
  await expect(page).toHaveURL(new RegExp(`/people/${codeId}/-$`));
  const walk = startWalk(page);
  await walk.type(page.getByLabel("Email"), "lola@example.com");
  await walk.press(page.getByRole("button", { name: "Invite", exact: true }));
  const link = page.getByRole("link", { name: "/invitation/" });
  await walk.read(link);
  expect(walk.cost).toMatchObject({ presses: 1, fields: 1, screens: 1 });

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await comeFromOwnAddress(context);
  const phone = await context.newPage();
  await phone.goto((await link.getAttribute("href")) ?? "");
  const invited = startWalk(phone);
  await invited.press(phone.getByRole("link", { name: "Register" }));
  await invited.type(phone.getByLabel("Username"), "Lola Basyang");
  await invited.type(phone.getByLabel("Email"), newEmail());
  await invited.type(phone.getByLabel("Password", { exact: false }).first(), PASSWORD);
  await invited.type(phone.getByLabel("Re-enter password"), PASSWORD);
  await invited.press(phone.getByRole("button", { name: "Register" }));
  await invited.press(phone.getByRole("button", { name: "Accept the invitation" }));
  await expect(phone).toHaveURL(new RegExp(`/overview/${codeId}/-`));
  expect(invited.cost).toMatchObject({ presses: 3, fields: 4, screens: 4 });
  await context.close();
});

test("a second factor on the same phone needs no letter of its key typed @javascript", async ({ page }) => {
  await register(page, "Aling Nena");
  await page.goto("/second-factor");
  const walk = startWalk(page);
  await walk.type(page.getByLabel("Current password"), PASSWORD);
  await walk.press(page.getByRole("button", { name: "Next" }));
  const open = page.getByRole("link", { name: "Open in your app" });
  const key = new URL((await open.getAttribute("href")) ?? "").searchParams.get("secret") ?? "";
  // The machine of a test has no such app.
  await open.evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
  await walk.press(open);
  await walk.type(page.getByLabel("Code from your app"), await appCode(key));
  await walk.press(page.getByRole("button", { name: "Switch it on" }));
  await walk.press(page.getByRole("link", { name: "I have written them down" }));
  expect(walk.cost).toMatchObject({ presses: 4, fields: 2 });
});
