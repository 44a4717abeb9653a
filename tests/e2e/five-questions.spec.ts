import { expect, type Page } from "@playwright/test";
import { drawOf, listOf, planOf, prizeOf, ticketsOf } from "../support/draws.ts";
import { shownRaffle } from "./drawn-raffle.ts";
import { expectAccessibleInBothSchemes, expectFits, standsOnScreen } from "./page-checks.ts";
import { test } from "./test.ts";

/** What a stranger with a small phone asks has its answer on the first screen. */

test.use({ viewport: { width: 360, height: 640 } });

/** A draw that is right, of three tickets and two prizes. */
async function rightFiles() {
  const plan = planOf({ prizes: [prizeOf("QUESO"), prizeOf("HAM", { orderNumber: 2, winners: 2 })] });
  const list = listOf(ticketsOf(plan, [{}, {}, {}]));
  const transcript = await drawOf({ plan, list });
  const winners = Object.fromEntries(transcript.results.map(({ prizeCode, winners: won }) => [prizeCode, [...won]]));
  return { list, transcript, winners };
}

/** Gives a page these files for those of its raffle, whose randomness no test can choose. */
async function giveFiles(page: Page, { list, transcript }: Awaited<ReturnType<typeof rightFiles>>): Promise<void> {
  await page.route("**/api/raffles/*/draw", (route) => route.fulfill({ json: transcript }));
  await page.route("**/api/raffles/*/draw/tickets", (route) => route.fulfill({ body: list }));
}

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
  await expect(verdict.getByText("Fixed before: not proven to you")).toHaveAttribute("data-state", "not-proven");
  await expect(page.getByText("The fingerprint of the list", { exact: true })).toBeHidden();

  await page.getByRole("button", { name: "I have other words" }).click();
  await expect(page.getByText("Then this is not the list that you were given")).toBeVisible();
  await expect(glance).toHaveText("Something is wrong with this draw: see what to do");
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
