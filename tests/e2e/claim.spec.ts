import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { phonePicture } from "../support/claiming.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { type WonPrize, winPrize } from "./won-prize.ts";

let won: WonPrize;

test.afterEach(() => won.close());

/** Opens the claim page from the entry's page, and proves the contact. */
async function openClaim(page: Page): Promise<void> {
  await page.goto(`/raffle-entry/${won.codeId}/${won.entryCode}`);
  await page.getByRole("link", { name: "Claim your prize" }).click();
  await expect(page).toHaveURL(`/claim/${won.codeId}/${won.entryCode}`);
  await expect(page.getByText("Ham", { exact: true })).toHaveCount(0);
  await page.getByLabel("Your phone number or email").fill(won.email);
  await page.getByRole("button", { name: "Show my details" }).click();
  await expect(page.getByRole("heading", { name: "You won, Maria!" })).toBeVisible();
}

/** Goes on from the ticket to the form. */
async function choose(page: Page, way: "Please deliver it" | "I pick it up"): Promise<void> {
  await page.getByRole("link", { name: way }).click();
  await expect(page.getByLabel("Delivery or pick-up")).toBeVisible();
}

test("a winner claims a prize, and changes the claim", async ({ page, request }) => {
  won = await winPrize(request);
  await openClaim(page);
  const prize = page.getByRole("region", { name: "Ham", exact: true });
  await expect(prize.getByText("Please claim it by")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await choose(page, "Please deliver it");
  await expect(page.getByLabel("Address for a delivery")).toHaveValue("7 Rizal Street, Iloilo");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  // What was typed survives a refusal.
  await page.getByLabel("Address for a delivery").fill("");
  await page.getByLabel("Day or time that suits you").fill("Saturday <b>afternoon</b>");
  await page.getByText("For everybody, if you like").click();
  await page.getByLabel("Your sentence").fill("Salamat!");
  const photo = { name: "me.jpg", mimeType: "image/jpeg", buffer: await phonePicture() };
  await page.getByLabel("Your photo").setInputFiles(photo);
  await page.getByLabel("Everybody may see").check();
  await page.getByRole("button", { name: "Claim Ham" }).click();
  await expect(page.getByText("Address is required.").first()).toBeVisible();
  await expect(page.getByLabel("Day or time that suits you")).toHaveValue("Saturday <b>afternoon</b>");
  await expect(page.getByLabel("Your sentence")).toHaveValue("Salamat!");

  await page.getByLabel("Address for a delivery").fill("7 Rizal Street, Iloilo");
  // A chosen file does not, and the page says so.
  await expect(page.getByText("please choose it again")).toBeVisible();
  await page.getByLabel("Your photo").setInputFiles(photo);
  await page.getByRole("button", { name: "Claim Ham" }).click();
  await expect(page.getByText("Thank you. The shop sees it now.")).toBeVisible();
  await expect(prize.getByRole("link", { name: "Open your voucher" })).toHaveAttribute(
    "href",
    /\/voucher\/[0-9a-f-]{36}$/,
  );
  const [words] = await won.ask(
    "select sentence, photo is not null as photo, shown from winner_words join claims on claims.id = claim_id where voucher_code is not null order by agreed_at desc",
  );
  expect(words).toEqual({ sentence: "Salamat!", photo: true, shown: false });

  await page.getByRole("link", { name: "Change your claim" }).click();
  await expect(page.getByLabel("Day or time that suits you")).toHaveValue("Saturday <b>afternoon</b>");
  await page.getByLabel("Delivery or pick-up").selectOption("pick-up");
  await expect(page.getByLabel("Address for a delivery")).toBeHidden();
  await page.getByRole("button", { name: "Save the changes" }).click();
  await expect(page.getByText("Thank you. The shop sees it now.")).toBeVisible();
});

test("a winner is asked for an ID where the organiser needs one, and only the organiser sees it @long", async ({
  page,
  request,
  browser,
}) => {
  won = await winPrize(request);
  await won.ask(
    "insert into claim_settings (raffle_id, needs_id, question) select id, true, 'Which size?' from raffles where code_id = $1",
    [won.codeId],
  );
  await openClaim(page);
  await choose(page, "I pick it up");
  await page.getByLabel("Which size?").fill("Large");
  const text = { name: "id.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") };
  await page.getByLabel("Picture of your ID").setInputFiles(text);
  await page.getByRole("button", { name: "Claim Ham" }).click();
  await expect(page.getByText("This file could not be read as a picture.").first()).toBeVisible();
  await expect(page.getByLabel("Which size?")).toHaveValue("Large");
  const picture = { name: "id.jpg", mimeType: "image/jpeg", buffer: await phonePicture() };
  await page.getByLabel("Picture of your ID").setInputFiles(picture);
  await page.getByRole("button", { name: "Claim Ham" }).click();
  await expect(page.getByText("Thank you. The shop sees it now.")).toBeVisible();

  const [claim] = await won.ask(
    "select claims.id from claims join raffles on raffles.id = raffle_id where code_id = $1",
    [won.codeId],
  );
  const address = `/winner-id/${won.codeId}/${won.accessCode}?claim=${claim?.id}`;
  const desk = await browser.newContext();
  const shown = await desk.request.get(address);
  expect([shown.status(), shown.headers()["content-type"], shown.headers()["cache-control"]]).toEqual([
    200,
    "image/webp",
    "no-store",
  ]);
  expect(shown.headers()["content-security-policy"]).toContain("sandbox");
  await desk.close();
  const wrong = won.accessCode === "ZZZZ" ? "YYYY" : "ZZZZ";
  expect((await page.request.get(address.replace(won.accessCode, wrong))).status()).toBe(403);
});

test("a winner of two prizes claims one and gives the other up, after a question @long", async ({ page, request }) => {
  won = await winPrize(request, ["HAM", "QUESO"]);
  await openClaim(page);
  await choose(page, "I pick it up");
  await page.getByRole("button", { name: "Claim Ham" }).click();
  await expect(page.getByRole("button", { name: "Claim Queso de bola" })).toBeVisible();
  const cheese = page.getByRole("region", { name: "Queso de bola", exact: true });
  await cheese.getByRole("link", { name: "I do not want this prize" }).click();
  await expect(page.getByRole("heading", { name: "You do not want this prize?" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.getByRole("link", { name: "No, I keep it" }).click();
  await cheese.getByRole("link", { name: "I do not want this prize" }).click();
  await page.getByLabel("Why, if you like to say").fill("I eat no cheese");
  await page.getByRole("button", { name: "Yes, the next in line gets it" }).click();
  await expect(page.getByText("You gave “Queso de bola” back.")).toBeVisible();
  const [declined] = await won.ask(
    "select declined_for from claims join raffles on raffles.id = raffle_id where code_id = $1 and prize_code = 'QUESO'",
    [won.codeId],
  );
  expect(declined).toEqual({ declined_for: "I eat no cheese" });
  await page.getByRole("link", { name: "To your prizes" }).click();
  await expect(page.getByRole("button", { name: /^Claim/ })).toHaveCount(0);
});

test("an entry without a prize is told so", async ({ page, request }) => {
  won = await winPrize(request, []);
  await page.goto(`/claim/${won.codeId}/${won.entryCode}`);
  await page.getByLabel("Your phone number or email").fill(won.email);
  await page.getByRole("button", { name: "Show my details" }).click();
  await expect(page.getByText("This entry has no prize.")).toBeVisible();
});

test("what a winner leaves for everybody is shown once the organiser has looked at it @long", async ({
  page,
  request,
}) => {
  won = await winPrize(request);
  await won.ask("update claims set claimed_at = now(), voucher_code = '0123456789' where raffle_id = $1", [won.id]);
  await won.ask(
    "insert into winner_words (raffle_id, claim_id, sentence, photo, agreed_at) select raffle_id, id, 'Salamat!', $2, now() from claims where raffle_id = $1",
    [
      won.id,
      await sharp(await phonePicture())
        .webp()
        .toBuffer(),
    ],
  );
  const isDrawn = () =>
    page.getByAltText("Photo of the winner").evaluate((image: HTMLImageElement) => image.naturalWidth);
  await page.goto(`/winners/${won.codeId}/${won.accessCode}`);
  await expect(page.getByText("Nobody sees it yet.")).toBeVisible();
  await expect.poll(isDrawn).toBe(800);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.getByRole("button", { name: "Show it to everybody" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is shown to everybody" })).toBeVisible();
  await page.getByRole("link", { name: "What everybody sees" }).click();
  await expect(page.getByRole("figure").filter({ hasText: "Salamat!" })).toContainText("Ham");
  await page.getByAltText("Photo of the winner").scrollIntoViewIfNeeded();
  await expect.poll(isDrawn).toBe(800);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto(`/winners/${won.codeId}/${won.accessCode}`);
  await page.getByRole("button", { name: "Hide it" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is hidden" })).toBeVisible();
});
