import { expect } from "@playwright/test";
import { test } from "./test.ts";
import { createClosedRaffle } from "./test-raffle.ts";

const AN_HOUR = 3_600_000;

test("after the due date nobody joins, and every screen says so @read-only", async ({ page, request }) => {
  const dueDate = new Date(Date.now() - AN_HOUR).toISOString();
  const { codeId } = await createClosedRaffle(request, { dueDate });
  await page.goto(`/raffle/${codeId}`);
  const tooLate = "Too late! This raffle is already locked in. Winners will be announced soon!";
  await expect(page.getByText(tooLate)).toBeVisible();
  // What is of use comes before the buttons that no longer do anything.
  const deeds = page.locator("main :is(a.button, button:disabled):visible");
  await expect(deeds).toHaveText([
    "Look up your entry",
    "See other raffles",
    "Join & Manifest the Prize!",
    "Search Your Entry",
  ]);
  await expect(page.locator(".raffle-stub")).toContainText(/Closed \w{3}, .+Draw: \w{3}, /);
  await expect(page.getByText(/^Published · closed$|^Unpublished · closed$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Join & Manifest the Prize!" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Search Your Entry" })).toBeDisabled();
  await page.getByRole("link", { name: "Look up your entry", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/search-entry/${codeId}$`));
  await page.goto(`/raffle-entry/${codeId}`);
  await expect(page.getByText("Submission is closed. The due date has passed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit" })).toBeDisabled();
  await page.getByRole("link", { name: "See other raffles", exact: true }).click();
  await expect(page).toHaveURL(/\/raffle-list$/);
  await page.goto(`/poster/${codeId}`);
  await expect(page.getByText("Scan to see the draw")).toBeVisible();
});

test("a raffle drawn long ago promises no winners soon, and the list forgets it @read-only", async ({
  page,
  request,
}) => {
  const name = `Drawn in 2020 ${Date.now()}`;
  const { codeId } = await createClosedRaffle(request, {
    name,
    dueDate: "2020-03-05T10:00:00Z",
    drawDate: "2020-03-07T10:00:00Z",
  });
  await page.goto(`/raffle/${codeId}`);
  await expect(page.getByText("This raffle is over. The draw was set for March 07, 2020")).toBeVisible();
  await expect(page.getByText("announced soon")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Join & Manifest the Prize!" })).toBeDisabled();
  // A month after its draw it is in the archive alone.
  await page.goto(`/raffle-list?q=${encodeURIComponent(name)}`);
  await expect(page.getByText("No raffle matches.")).toBeVisible();
  await page.getByRole("link", { name: "Earlier raffles and their winners" }).click();
  await expect(page).toHaveURL(/\/draws$/);
});
