import { expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

// Raffles and events are counted by network.

test("a raffle that cannot be sent stays in the form @javascript", async ({ page }) => {
  await openStarted(page, "/create-raffle");
  await page.getByLabel("Name").first().fill("Typed with care");
  await page.getByRole("button", { name: "Add a prize" }).click();
  await page.getByRole("group", { name: "Prize 2" }).getByLabel("Name").fill("Two");
  await page.route("**/create-raffle.data*", (route) => route.abort());
  await page.locator("form").getByRole("button", { name: "Create raffle" }).last().click();
  await expect(page.getByText("Failed to create raffle.")).toBeVisible();
  await expect(page.getByLabel("Name").first()).toHaveValue("Typed with care");
  await expect(page.getByRole("group", { name: "Prize 2" }).getByLabel("Name")).toHaveValue("Two");
});

test("an answer from before is not shown beside a try that got none @javascript", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  await page.goto(`/search-entry/${codeId}`);
  await page.getByLabel("Entry code").fill("ABCDEFGH");
  const search = page.getByRole("button", { name: "Search" });
  await search.click();
  await expect(page.getByText("Entry not found.").first()).toBeVisible();
  await page.getByLabel("Entry code").fill("BCDEFGHJ");
  await page.context().setOffline(true);
  await search.click();
  await expect(page.getByText("Error searching for entry.")).toBeVisible();
  await expect(page.getByText("Entry not found.").filter({ visible: true })).toHaveCount(0);
  await page.context().setOffline(false);
  await search.click();
  await expect(page.getByText("Entry not found.").first()).toBeVisible();
});

test("a change that cannot be sent says so and loses no note @javascript", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  const answer = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const { entryCode } = (await answer.json()) as { entryCode: string };
  await openStarted(page, `/raffle-entry/${codeId}/${entryCode}`);
  const note = page.getByLabel("Wishlist note for Ham");
  await note.fill("half a thought");
  await page.route("**/*.data*", (route) => route.abort());
  await page.getByRole("switch", { name: "Follow our page" }).click();
  await expect(page.getByText("Failed to update rule.")).toBeVisible();
  await expect(note).toHaveValue("half a thought");
  await page.unroute("**/*.data*");
  await page.getByRole("switch", { name: "Follow our page" }).click();
  await expect(page.getByText("1 of 2 done")).toBeVisible();
  await expect(note).toHaveValue("half a thought");
});
