import { type Browser, expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { comeFromOwnAddress, ownAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

const BUY = { details: "Buy something", drops: 5, proof: "checked" };
const BRING = { details: "Bring a bottle back", drops: 2, proof: "checked" };

/** A phone at 320 px on which a helper's link was opened, which the organiser's page has made. */
async function phoneOfHelper(browser: Browser, page: Page): Promise<Page> {
  await page.getByLabel("Name of the helper").fill("Ana");
  await page.getByLabel("Confirm rules that the shop checks").check();
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page.getByRole("link", { name: "/helper/" }).getAttribute("href");
  const { javaScriptEnabled } = test.info().project.use;
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    ...(javaScriptEnabled !== undefined && { javaScriptEnabled }),
  });
  await comeFromOwnAddress(context);
  const phone = await context.newPage();
  await phone.goto(link ?? "");
  await phone.getByRole("button", { name: "Use this phone as Ana" }).click();
  return phone;
}

test("a helper scans an entrant's QR code, confirms one rule and refuses another with a reason", async ({
  page,
  request,
  browser,
}) => {
  const terms = { drawRequires: "none", drawWeight: "drops", rules: [BUY, BRING] };
  const { codeId, accessCode } = await createRaffle(request, terms);
  const { rules } = await (await request.get(`/api/raffles/${codeId}`)).json();
  const data = entryBody({ lastName: "Quezon", rules: rules.map(({ id }: { id: string }) => id) });
  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data, headers: ownAddress() });
  const { entryCode } = (await entered.json()) as { entryCode: string };
  const own = `/raffle-entry/${codeId}/${entryCode}`;

  // A friend who scans it comes to what the entry code opens anyway.
  await page.goto(`/check-rules/${codeId}?entry=${entryCode}`);
  await expect(page).toHaveURL(new RegExp(`${own}$`));
  const qr = page.getByRole("img", { name: "QR code for the counter" });
  await expect(qr).toBeVisible();
  expect(await qr.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(
    0,
  );
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  await page.goto(`/helpers/${codeId}/${accessCode}`);
  const phone = await phoneOfHelper(browser, page);
  await phone.getByRole("link", { name: "Confirm rules that the shop checks" }).click();
  await phone.getByLabel("Entry code").fill("ZZZZZZZZ");
  await phone.keyboard.press("Enter");
  await expect(phone.getByText("No entry of this raffle has the code ZZZZZZZZ.")).toBeVisible();
  await phone.getByLabel("Entry code").fill(entryCode.toLowerCase());
  await phone.keyboard.press("Enter");
  await expect(phone.getByRole("heading", { name: /Quezon/ })).toBeVisible();
  await expect(phone.getByText("Ticked: waits for you")).toHaveCount(2);
  await expectAccessibleInBothSchemes(phone);
  for (const language of ["de", "fil", "en"]) {
    await phone.goto(`/check-rules/${codeId}?entry=${entryCode}&lang=${language}`);
    await expectFits(phone);
  }
  await phone.getByRole("button", { name: "Confirm Buy something" }).press("Enter");
  await expect(phone.getByText("Confirmed: “Buy something”.")).toBeVisible();
  // Enter in the field of a reason refuses: it presses no other button.
  await phone.getByText("Refuse…").click();
  await phone.getByLabel("Reason: the entrant reads it").press("Enter");
  await expect(phone.getByRole("alert")).toBeVisible();
  await phone.getByLabel("Reason: the entrant reads it").fill("No bottle");
  await phone.keyboard.press("Enter");
  await expect(phone.getByText("Refused: “Bring a bottle back”.")).toBeVisible();
  await expectAccessibleInBothSchemes(phone);
  await expectFits(phone);
  await phone.context().close();

  await page.goto(own);
  await page.getByText("Where your drops came from").click();
  await expect(page.getByText("5 drops for “Buy something”")).toBeVisible();
  await expect(page.getByText("“Bring a bottle back” not confirmed")).toBeVisible();
  await page.goto(`/raffle-changes/${codeId}/~`);
  await expect(page.getByText("Ana (helper)").first()).toBeVisible();
});
