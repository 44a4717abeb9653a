import { expect } from "@playwright/test";
import { test } from "./test.ts";
import { createClosedRaffle } from "./test-raffle.ts";

const AN_HOUR = 3_600_000;

test("a card is a link as a whole, and a closed one invites nobody @read-only", async ({ page, request }) => {
  const name = `Closed an hour ago ${Date.now()}`;
  const dueDate = new Date(Date.now() - AN_HOUR).toISOString();
  const { codeId } = await createClosedRaffle(request, { name, dueDate, drawDate: dueDate });
  await page.goto(`/raffle-list?q=${encodeURIComponent(name)}`);
  const card = page.getByRole("article").filter({ hasText: name });
  await expect(card.getByRole("link", { name: `See this raffle ${name}` })).toBeVisible();
  await expect(card.getByText("Winners’ Circle")).toHaveCount(0);
  // The link lies over the picture.
  await card.locator("img").click({ force: true });
  await expect(page).toHaveURL(new RegExp(`/raffle/${codeId}$`));
});
