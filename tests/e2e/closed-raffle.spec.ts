import { expect } from "@playwright/test";
import { test } from "./test.ts";
import { createClosedRaffle } from "./test-raffle.ts";

const AN_HOUR = 3_600_000;
const TOO_LATE = "Too late! This raffle is already locked in. Winners will be announced soon!";
const [JOIN, SEARCH] = ["Join & Manifest the Prize!", "Search Your Entry"];

test("after the due date nobody joins, and every screen says so @read-only", async ({ page, request }) => {
  const dueDate = new Date(Date.now() - AN_HOUR).toISOString();
  const { codeId } = await createClosedRaffle(request, { dueDate, entries: 1 });
  await page.goto(`/raffle/${codeId}`);
  const head = page.locator(".raffle-stub");
  await expect(head.getByText(TOO_LATE)).toBeVisible();
  // Beside the specified sentence stands what is so by now.
  await expect(head).toContainText(
    "Now: nobody can join any more. Until the list of tickets is locked, the shop can check it.",
  );
  // The two buttons that the specification disables stand in the head, and nothing else says what they say.
  const actions = page.locator("main :is(a.button, button:disabled):visible");
  await expect(actions).toHaveText(["See the draw", "See other raffles", JOIN, SEARCH]);
  for (const name of [JOIN, SEARCH]) await expect(head.getByRole("button", { name })).toBeDisabled();
  await expect(page.locator(`main a[href^="/search-entry/"]`)).toHaveText("Look it up by its code");
  await expect(head).toContainText(/Closed \w{3}, .+Draw: \w{3}, /);
  await expect(page.getByText(/^Published · closed$|^Unpublished · closed$/)).toBeVisible();
  await head.getByRole("link", { name: "See the draw" }).click();
  await expect(page.getByText("The list of tickets is not locked yet.")).toBeVisible();
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
    entries: 1,
  });
  await page.goto(`/raffle/${codeId}`);
  await expect(page.getByText("This raffle is over. The draw was set for March 07, 2020")).toBeVisible();
  await expect(page.getByText("announced soon")).toHaveCount(0);
  await expect(page.getByText(/^Entries were kept until June 05, 2020\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Join & Manifest the Prize!" })).toBeDisabled();
  // A month after its draw it is in the archive alone.
  await page.goto(`/raffle-list?q=${encodeURIComponent(name)}`);
  await expect(page.getByText("No raffle matches.")).toBeVisible();
  await page.getByRole("link", { name: "Earlier raffles and their winners" }).click();
  await expect(page).toHaveURL(/\/draws$/);
});

test("where nobody joined, nobody is promised winners @read-only @long", async ({ page, request }) => {
  const name = `Nobody came ${Date.now()}`;
  const [dueDate, drawDate] = [3, 1].map((hours) => new Date(Date.now() - hours * AN_HOUR).toISOString());
  const { codeId } = await createClosedRaffle(request, { name, dueDate: dueDate ?? "", drawDate: drawDate ?? "" });
  await page.goto(`/raffle/${codeId}`);
  await expect(page.locator(".raffle-stub").getByText("Nobody joined this raffle")).toBeVisible();
  await expect(page.getByRole("button", { name: JOIN })).toBeDisabled();
  await expect(page.getByRole("button", { name: SEARCH })).toBeDisabled();
  // Neither a plan of what will not happen, nor a draw for calendars and search engines.
  const untrue = ["announced soon", "The list is locked", "See the draw", "Drawn among", "Entries are kept until"];
  for (const promise of untrue) {
    await expect(page.getByText(promise)).toHaveCount(0);
  }
  expect(await page.content()).not.toContain("EventScheduled");
  await page.goto(`/raffle/${codeId}/draw`);
  await expect(page.getByText("Nobody joined this raffle, so there is nothing to draw.")).toBeVisible();
  await page.goto(`/raffle-list?q=${encodeURIComponent(name)}`);
  await expect(page.locator(".raffle-stamp")).toHaveText("Nobody joined");
  await page.goto("/draws");
  await expect(page.getByRole("heading", { name: "Past draws" })).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});
