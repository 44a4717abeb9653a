import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { shownRaffle } from "./drawn-raffle.ts";
import { expectAccessibleInBothSchemes, expectFits, standsOnScreen } from "./page-checks.ts";
import { giveFiles, rightFiles } from "./right-draw.ts";
import { mailTest, test } from "./test.ts";
import { winPrize } from "./won-prize.ts";

/** What a stranger with a small phone asks has its answer on the first screen. */

test.use({ viewport: { width: 360, height: 640 } });

test("was it fair, and who else won: the page of a draw checks itself, and one press proves the rest @javascript", async ({
  page,
  request,
}) => {
  const files = await rightFiles();
  const raffle = await shownRaffle(request);
  await raffle.lock();
  await raffle.draw(files.winners);
  await raffle.close();
  await giveFiles(page, files);
  await page.goto(`/raffle/${raffle.codeId}/draw`);
  const glance = page.locator("[data-glance]");
  await expect(glance).toHaveText("Was it fair? This device drew again: the same winners");
  const winners = page.getByRole("region", { name: "The winners" });
  for (const part of [
    glance,
    winners.getByRole("heading", { name: "Queso de bola" }),
    winners.locator("[data-ticket]").first(),
  ]) {
    expect(await standsOnScreen(part), (await part.textContent()) ?? "").toBe(true);
  }
  const verdict = page.locator("[data-verdict]");
  const [first = ""] = await winners.locator("[data-ticket]").allTextContents();
  await expect(verdict).toContainText(`This device drew again and got the same: ${first}, `);
  await expect(verdict).toContainText("The random number came from outside, 60 minutes later.");
  await expect(verdict.getByText("Fixed before: that is for you to check")).toHaveAttribute("data-state", "not-proven");
  await expect(page.getByText("The fingerprint of the list", { exact: true })).toBeHidden();

  await page.getByRole("button", { name: "I have other words" }).click();
  await expect(page.getByText("Then this is not the list that you were given")).toBeVisible();
  await expect(glance).toHaveText("Something is wrong with this draw: see what to do");
  await page.getByRole("button", { name: "Make a picture" }).click();
  const picture = page.getByRole("link", { name: "Save it" });
  await expect(picture).toHaveAttribute("download", `souvenir-${raffle.codeId}.png`);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test("a page that shows other winners than the draw has convicts itself, and says what to do @javascript", async ({
  page,
  request,
}) => {
  const files = await rightFiles();
  const raffle = await shownRaffle(request);
  await raffle.lock();
  const { QUESO = [], HAM = [] } = files.winners;
  await raffle.draw({ QUESO: HAM.slice(0, 1), HAM: [...QUESO, ...HAM.slice(1)] });
  await raffle.close();
  await giveFiles(page, files);
  await page.goto(`/raffle/${raffle.codeId}/draw`);
  await expect(page.locator("[data-glance]")).toHaveText("Something is wrong with this draw: see what to do");
  await expect(page.locator("[data-verdict]")).toContainText("this page shows other winners than the draw has");
  await expect(page.locator("[data-verdict]")).toContainText("No prize should be handed over");
});

mailTest(
  "did I win, when do I get it, and is the mail real: the ticket of a prize says it all",
  async ({ page, request, mailSite: { site } }) => {
    const won = await winPrize(request, ["HAM"], site.dataDir);
    await won.ask("update raffles set shop_name = 'Nanay Luz Bakery', shop_place = 'Jaro, Iloilo City' where id = $1", [
      won.id,
    ]);
    await won.ask(
      "insert into claim_settings (raffle_id, pick_up) select id, 'Rizal Street 7, daily 8 to 6' from raffles where code_id = $1",
      [won.codeId],
    );
    await won.close();
    await page.goto(`/claim/${won.codeId}/${won.entryCode}`);
    await page.getByLabel("Your phone number or email").fill(won.email);
    await page.getByRole("button", { name: "Show my details" }).click();
    await expect(page.getByRole("heading", { name: "You won, Maria!" })).toBeVisible();
    for (const part of [
      page.getByRole("heading", { level: 1 }),
      page.getByRole("heading", { name: "Ham" }),
      page.getByText("From Nanay Luz Bakery, Jaro, Iloilo City"),
      page.getByText("Rizal Street 7, daily 8 to 6"),
      page.getByText("Please claim it by"),
      page.getByRole("link", { name: "I pick it up" }),
      page.getByRole("link", { name: "Please deliver it" }),
      page.getByText("Our emails about a prize name your ticket and your entry code in the subject."),
    ]) {
      expect(await standsOnScreen(part), (await part.textContent()) ?? "").toBe(true);
    }
    await expectFits(page);
  },
);

test("who else won, for somebody who did not: their entry says it first", async ({ page, request }) => {
  const lost = await winPrize(request, []);
  await lost.close();
  await page.goto(`/raffle-entry/${lost.codeId}/${lost.entryCode}`);
  const part = page.getByText("You did not win this time.");
  await expect(part).toBeVisible();
  expect(await standsOnScreen(part)).toBe(true);
});

test("a film of a draw is recorded by the visitor's browser @javascript @long", async ({ page, request }) => {
  const raffle = await shownRaffle(request);
  await raffle.lock();
  await raffle.draw();
  await raffle.close();
  await page.goto(`/raffle/${raffle.codeId}/draw`);
  await page.getByRole("button", { name: /^Make a film/ }).click();
  const film = page.getByRole("link", { name: "Save it" });
  await expect(page.getByText("The film plays once")).toBeVisible();
  // A second press during it makes no other one, and no picture.
  await page.getByRole("button", { name: "Make a picture" }).dispatchEvent("click");
  await page.getByRole("button", { name: /^Make a film/ }).dispatchEvent("click");
  await expect(film).toHaveAttribute("download", /^souvenir-\w+\.(webm|mp4)$/, { timeout: 60_000 });
  const download = page.waitForEvent("download");
  await film.click();
  expect((await readFile(await (await download).path())).length).toBeGreaterThan(100_000);
});
