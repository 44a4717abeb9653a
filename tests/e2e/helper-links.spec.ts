import { type Browser, expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { shownRaffle } from "./drawn-raffle.ts";
import { comeFromOwnAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

/** A helper's own phone, which has nothing of the desk. */
async function openPhone(browser: Browser): Promise<Page> {
  const { javaScriptEnabled } = test.info().project.use;
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    ...(javaScriptEnabled !== undefined && { javaScriptEnabled }),
  });
  await comeFromOwnAddress(context);
  return context.newPage();
}

/** The page in each language. */
async function expectFitsInAll(page: Page): Promise<void> {
  for (const language of ["de", "fil", "en"]) {
    const address = new URL(page.url());
    address.searchParams.set("lang", language);
    await page.goto(address.href);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expectFits(page);
  }
}

test("a helper looks an entry up and types a slip on their own phone, until the organiser ends the link", async ({
  page,
  request,
  browser,
}) => {
  const { codeId, accessCode } = await createRaffle(request, { sources: ["Online", "Shop"] });
  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody({ lastName: "Quezon" }) });
  const { entryCode } = (await entered.json()) as { entryCode: string };

  await page.goto(`/draw-masterlist/${codeId}/${accessCode}`);
  await page.getByRole("link", { name: "Helper links" }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByRole("alert")).toContainText("Please write who helps.");
  await page.getByLabel("Name of the helper").fill("Ana");
  await page.getByLabel("Look entries up").check();
  await page.getByLabel("Add paper entries").check();
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByRole("img", { name: "QR code of the helper’s link" })).toBeVisible();
  const link = await page.getByRole("link", { name: `/helper/${codeId}/` }).getAttribute("href");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  const phone = await openPhone(browser);
  await phone.goto(link ?? "");
  await expectAccessibleInBothSchemes(phone);
  await expectFitsInAll(phone);
  // By keyboard alone.
  await phone.getByRole("button", { name: "Use this phone as Ana" }).press("Enter");
  await expect(phone.getByText("As Ana", { exact: true })).toBeVisible();
  await expectAccessibleInBothSchemes(phone);
  await expectFitsInAll(phone);

  await phone.getByRole("link", { name: "Look entries up" }).press("Enter");
  await phone.getByLabel("Name, entry code, phone or email").fill("quez");
  await phone.keyboard.press("Enter");
  await expect(phone.getByText(entryCode)).toBeVisible();
  await expect(phone.getByText(/maria\.\d/)).toHaveCount(0);
  await expectAccessibleInBothSchemes(phone);
  await expectFitsInAll(phone);

  await phone.getByRole("link", { name: "Back to what I may do" }).click();
  await phone.getByRole("link", { name: "Add paper entries" }).click();
  await phone.getByLabel("First Name").fill("Lito");
  await phone.getByLabel("Last Name").fill("Reyes");
  await phone.getByLabel("Address").fill("Jaro");
  await phone.getByLabel("Source").selectOption("Shop");
  await phone.getByRole("button", { name: "Add this entry" }).click();
  await expect(phone.getByRole("alert")).toContainText("agreed to the terms");
  await expect(phone.getByLabel("Last Name")).toHaveValue("Reyes");
  await expectAccessibleInBothSchemes(phone);
  await phone.getByLabel("This person is 18 or older").check();
  await phone.getByRole("button", { name: "Add this entry" }).click();
  await expect(phone.getByText("Lito Reyes has joined.")).toBeVisible();
  await expect(phone.getByLabel("Last Name")).toHaveValue("");
  await expect(phone.getByLabel("Source")).toHaveValue("Shop");
  await expectFitsInAll(phone);

  await page.goto(`/helpers/${codeId}/${accessCode}`);
  await expect(page.getByText("Last used on")).toBeVisible();
  await page.getByText("End this link").first().click();
  await page.getByRole("button", { name: "Yes, end it: Ana" }).click();
  await expect(page.getByText("The link of Ana has ended.")).toBeVisible();
  await phone.goto(`/look-up/${codeId}?q=quez`);
  await expect(phone.getByText("ask the organiser for a new one")).toBeVisible();
  await expect(phone.getByText(entryCode)).toHaveCount(0);
  await phone.goto(link ?? "");
  await expect(phone.getByText("This link no longer works")).toBeVisible();
  await page.goto(`/raffle-changes/${codeId}/${accessCode}`);
  await expect(page.getByText("Ana (helper)")).toBeVisible();
  await phone.context().close();
});

test("an organiser notes a tax in the report on winners, and takes it along as a file @long", async ({
  page,
  request,
}) => {
  const raffle = await shownRaffle(request);
  const { codeId, accessCode } = raffle;
  await raffle.lock();
  await raffle.draw();
  await raffle.claim();
  await raffle.close();
  await page.goto(`/draw-desk/${codeId}/${accessCode}`);
  await page.getByRole("link", { name: "Winners", exact: true }).click();
  await page.getByRole("link", { name: "Report on winners" }).click();
  await expect(page.getByRole("row")).toHaveCount(4);
  await expect(page.getByRole("row").filter({ hasText: "Queso de bola" })).toContainText("Jose Dizon");
  await page.getByLabel("Tax of Queso de bola, ticket 2").fill("2,000.00");
  await page.getByRole("button", { name: "Save the taxes" }).click();
  await expect(page.getByText("1 tax is saved.")).toBeVisible();
  await expect(page.getByLabel("Tax of Queso de bola, ticket 2")).toHaveValue("2,000.00");
  await expectAccessibleInBothSchemes(page);
  await expectFitsInAll(page);
  const csv = await page.request.get((await page.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "");
  expect([csv.status(), (await csv.text()).includes('"2,000.00"')]).toEqual([200, true]);
});
