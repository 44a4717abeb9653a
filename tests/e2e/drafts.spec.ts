import { expect, type Page } from "@playwright/test";
import { asOrganiser, entryBody } from "../support/api.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { openMore } from "./open-more.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createEvent } from "./test-event.ts";
import { createRaffle } from "./test-raffle.ts";

const RESTORED = "What you had typed here is back.";

function storedDrafts(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(sessionStorage));
}

async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.locator(".language-menu summary").click();
  await page.locator(`.language-menu button[value=${language}]`).click();
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.locator("html[data-started]").waitFor();
}

test("an entry form survives a reload and another language, and is gone once it was sent @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await openStarted(page, `/raffle-entry/${codeId}`);
  const person = entryBody();
  await fillEntryForm(page, person);
  await page.getByLabel("1. Follow our page").check();
  await reload(page);
  await expect(page.getByText(RESTORED)).toBeVisible();
  await chooseLanguage(page, "de");
  await expect(page.locator("html[lang=de]")).toBeAttached();
  await expect(page.locator("[name=lastName]")).toHaveValue(String(person.lastName));
  await chooseLanguage(page, "en");
  await expect(page.locator("html[lang=en][data-started]")).toBeAttached();
  await expect(page.getByLabel("1. Follow our page")).toBeChecked();
  await expect(page.getByLabel("I am 18 or older")).toBeChecked();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
  expect(await storedDrafts(page)).not.toContain(String(person.lastName));
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByLabel("Last name")).toHaveValue("");
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("whoever starts over on a phone that others use leaves nothing behind @javascript @long", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await openStarted(page, `/raffle-entry/${codeId}`);
  await page.getByLabel("First name").fill("Somebody else");
  await reload(page);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("");
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  expect(await storedDrafts(page)).not.toContain("Somebody else");
});

test("a reload after a lost answer finds the entry that was stored @javascript", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  await openStarted(page, `/raffle-entry/${codeId}`);
  await fillEntryForm(page, entryBody());
  let lost = "";
  await page.route(/\/entries\?lang=en$/, async (route) => {
    lost = ((await (await route.fetch()).json()) as { entryCode: string }).entryCode;
    await route.abort();
  });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("The site did not answer.")).toBeVisible();
  await page.unroute(/\/entries\?lang=en$/);
  await reload(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.locator(".ticket-code")).toHaveText(lost);
});

test("a raffle half written comes back with its rows @javascript", async ({ page }) => {
  await openStarted(page, "/create-raffle");
  await page.getByLabel("Details").first().fill("All of it");
  await page.getByRole("button", { name: "Add a prize" }).click();
  const second = page.getByRole("group", { name: "Prize 2" });
  await second.getByLabel("Name").fill("Two");
  await openMore(page);
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("group", { name: "Rule 2" }).getByLabel("What to do").fill("Come by");
  await reload(page);
  await expect(page.getByLabel("Details").first()).toHaveValue("All of it");
  await expect(second.getByLabel("Name")).toHaveValue("Two");
  await openMore(page);
  await expect(page.getByRole("group", { name: "Rule 2" }).getByLabel("What to do")).toHaveValue("Come by");
  await reload(page);
  await expect(second.getByLabel("Name")).toHaveValue("Two");
});

test("a kept edit of a raffle that another saved meanwhile says so, and overwrites nothing by itself @javascript @long", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request);
  await openStarted(page, `/edit-raffle/${codeId}/${accessCode}`);
  await page.getByLabel("Name").first().fill("Mine");
  const headers = asOrganiser(codeId, accessCode);
  const data = { version: 1, name: "Theirs" };
  expect((await request.patch(`/api/raffles/${codeId}`, { headers, data })).status()).toBe(200);
  await reload(page);
  await expect(page.getByLabel("Name").first()).toHaveValue("Mine");
  await expect(page.getByText("Somebody changed this meanwhile")).toBeVisible();
  await page.getByRole("button", { name: "Save raffle" }).last().click();
  await expect(page.getByText("Someone saved this raffle after you opened it")).toBeVisible();
  expect(await (await request.get(`/api/raffles/${codeId}`)).json()).toMatchObject({ name: "Theirs" });
});

test("passwords and access codes are in no draft @javascript", async ({ page, request }) => {
  await openStarted(page, "/register");
  await page.getByLabel("Username").fill("Kept name");
  await page.getByLabel("Password", { exact: false }).first().fill("never kept 1");
  await page.getByLabel("Re-enter password").fill("never kept 1");
  await page.reload();
  await expect(page.getByLabel("Username")).toHaveValue("Kept name");
  const { code } = await createEvent(request);
  await openStarted(page, `/edit-event/${code}`);
  await page.getByLabel("Title").fill("Kept title");
  await page.getByLabel("Access code").fill("ZQXJ");
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("Kept title");
  const drafts = await storedDrafts(page);
  expect(drafts).toContain("Kept name");
  expect(drafts).not.toMatch(/never kept|ZQXJ/);
});

test("a banner that fails before the scripts have come takes nothing away @javascript", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.route(`**/banner/${codeId}*`, (route) => route.abort());
  await page.goto(`/raffle-entry/${codeId}`);
  await page.getByLabel("First name").fill("Early");
  await page.getByLabel("I am 18 or older").check();
  const shown = () => page.locator(".raffle-banner img").evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(shown).toContain("/banner/default.png");
  scripts.resolve();
  await page.locator("html[data-started]").waitFor();
  await expect(page.getByLabel("First name")).toHaveValue("Early");
  await expect(page.getByLabel("I am 18 or older")).toBeChecked();
  await expect.poll(shown).toContain("/banner/default.png");
  expect(problems).toEqual([]);
});
