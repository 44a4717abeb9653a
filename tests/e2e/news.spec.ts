import { expect } from "@playwright/test";
import { entryBody, raffleBody } from "../support/api.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startSite } from "../support/site.ts";
import { becomeAdmin, register } from "./own-account.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("without a mail server an admin is told what to set, and there is nothing to press @read-only", async ({
  page,
}) => {
  await becomeAdmin(page, await register(page));
  await page.goto("/admin");
  await page.getByRole("link", { name: "News" }).click();
  await expect(page).toHaveURL(/\/admin\/news$/);
  await expect(page.getByText(/no mail server.*SMTP_URL/)).toBeVisible();
  await expect(page.getByText("No news was sent yet.")).toBeVisible();
  await expect(page.locator("main").getByRole("button")).toHaveCount(0);
  // A form that was open when the mail server was taken away.
  const form = { intent: "save", "en.subject": "Fiesta", "en.text": "Come" };
  const answer = await page.request.post("/admin/news", { form, headers: { "accept-language": "en" } });
  expect(answer.status()).toBe(409);
  const refused = await answer.text();
  expect(refused.includes("This site has no mail server, so nothing can be sent.")).toBe(true);
  expect(refused.includes("Come</textarea>")).toBe(true);
});

test("an admin writes news, looks at it, and sends it; each screen is accessible and fits a phone @javascript @long", async ({
  browser,
  request,
}) => {
  const server = await startMailServer();
  const site = await startSite({ env: { SMTP_URL: server.url, MAIL_FROM: "raffles@example.com" } });
  const context = await browser.newContext({ baseURL: site.origin, locale: "en-US" });
  try {
    const page = await context.newPage();
    await becomeAdmin(page, await register(page), site.dataDir);
    const created = await request.post(`${site.origin}/api/raffles`, { data: raffleBody() });
    const { codeId } = (await created.json()) as { codeId: string };
    const data = entryBody({ email: "ana@example.com", promotions: true });
    expect((await request.post(`${site.origin}/api/raffles/${codeId}/entries`, { data })).status()).toBe(201);
    const expectGood = async () => {
      await expectAccessibleInBothSchemes(page);
      await expectFits(page);
    };

    await page.goto("/admin/news");
    await expectGood();
    const text = (language: string) => page.locator(`[name="${language}.text"]`);
    await text("en").fill("Come and see: https://example.com/fiesta");
    await page.getByRole("button", { name: "Save and preview" }).click();
    await expect(page.getByText("Please enter a subject").first()).toBeVisible();
    await expect(text("en")).toHaveValue("Come and see: https://example.com/fiesta");
    await expectGood();
    await page.locator('[name="en.subject"]').fill(`Fiesta ${"a".repeat(100)}`);
    await page.getByRole("button", { name: "Save and preview" }).click();
    await expect(page.getByText("1 person asked for news by email.")).toBeVisible();
    await expect(page.getByRole("link", { name: "https://example.com/fiesta" })).toBeVisible();
    await expectGood();
    await page.getByRole("button", { name: "Send me a test" }).click();
    await expect(page.getByText("The test is on its way to you.")).toBeVisible();
    await page.getByText("Send it now", { exact: true }).click();
    await expect(page.getByText("Send this news to the 1 person who asked for it?")).toBeVisible();
    await page.getByRole("button", { name: "Yes, send it" }).click();
    await expect(page.getByText("The news is on its way.")).toBeVisible();
    await expectGood();
    await server.until(() => server.accepted.filter(({ mail }) => mail.subject?.startsWith("Fiesta")).length === 2);
  } finally {
    await context.close();
    await site.stop();
    await server.close();
  }
});

test("an entrant stops news on the page of their entry, and takes that back", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  const join = async (promotions: boolean) => {
    const data = entryBody({ promotions });
    const entered = await request.post(`/api/raffles/${codeId}/entries`, { data });
    const path = `/raffle-entry/${codeId}/${((await entered.json()) as { entryCode: string }).entryCode}`;
    await page.goto(path);
    await page.getByLabel("Your phone number or email").fill(String(data.phone));
    await page.getByRole("button", { name: "Show my details" }).click();
    return path;
  };
  await join(false);
  await expect(page.getByText("You do not get our news by email.")).toBeVisible();

  const entry = await join(true);
  await expect(page.getByText("You get no news: this site sends no emails at the moment.")).toBeVisible();
  await page.getByRole("link", { name: "Unsubscribe" }).click();
  // What follows is said of the new page, and not of the one that was left.
  await expect(page.getByRole("button", { name: "Unsubscribe" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByText("Done. Tambiolo sends you no more news by email.")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto(entry);
  await expect(page.getByText("You do not get our news by email.")).toBeVisible();
  await page.getByRole("link", { name: "Subscribe", exact: true }).click();
  await expect(page.getByText(/You unsubscribed on/)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "This was a mistake: send me news again" }).click();
  await expect(page.getByText(/You are subscribed again/)).toBeVisible();
  await page.goto(entry);
  await expect(page.getByText("You get no news: this site sends no emails at the moment.")).toBeVisible();
});
