import { expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { expectAccessible, expectFits, standsOnScreen } from "./page-checks.ts";
import { test } from "./test.ts";
import { createClosedRaffle, createRaffle } from "./test-raffle.ts";

/** Phones, a tablet and two desktops: who gets a shared link sees all of it there without scrolling. */
const SCREENS = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1366, 768],
  [1440, 900],
] as const;

/** As long as names are that people give; a shop with a place; more prizes than are named. */
const SOLD = {
  name: "Grand Anniversary Raffle of the Neighbourhood Sari-Sari Stores of Jaro, Molo and La Paz",
  shopName: "Nanay Luz Bakery",
  shopPlace: "Jaro, Iloilo City",
  status: "Published",
  prizes: ["Mountain bike with a helmet and a lock", "Sack of rice from Janiuay", "Cake"].map((name, index) => ({
    ...{ name, prizeCode: `P${index}`, details: "", worth: "1500", numberOfWinners: 1 },
  })),
};

test("the first screen of a raffle sells: what, whose, until when, how many, and the button @read-only", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request, SOLD);
  await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    await page.goto(`/raffle/${codeId}`);
    for (const part of [
      page.getByRole("heading", { level: 1 }),
      page.getByText("Mountain bike with a helmet and a lock, Sack of rice from Janiuay + 1 more"),
      page.getByText("by Nanay Luz Bakery, Jaro, Iloilo City"),
      page.getByText(/^Closes \w{3}, \w{3} \d+ · /),
      page.locator(".countdown"),
      page.locator(".raffle-entered"),
      page.getByRole("link", { name: "Join & Manifest the Prize!" }),
    ]) {
      expect(await standsOnScreen(part), `${width}x${height}: ${await part.textContent()}`).toBe(true);
    }
  }
});

test("a receipt with rules to go says so on its first screen, and leads to them @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/raffle-entry/${codeId}`);
  await fillEntryForm(page, entryBody());
  await page.getByRole("button", { name: "Send my entry" }).click();
  const way = page.getByRole("link", { name: "See what is left to do" });
  await expect(way).toBeVisible();
  for (const part of [page.getByText("Not in the draw yet: 2 rules to go"), way]) {
    expect(await standsOnScreen(part), `${await part.textContent()}`).toBe(true);
  }
  await way.click();
  await expect(page.getByRole("heading", { name: "Rules", exact: true })).toBeInViewport();
});

test("a small phone shows as much in languages with longer words, also of a closed raffle @read-only @long", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request, SOLD);
  // At 10:58 PM, which is long; one that was to be drawn long ago has other words.
  const late = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T14:58:00Z`;
  const closed = await createClosedRaffle(request, { dueDate: late(-2), drawDate: late(6), entries: 1 });
  const empty = await createClosedRaffle(request, { dueDate: late(-2), drawDate: late(6) });
  const over = await createClosedRaffle(request, {
    dueDate: "2025-01-02T12:00",
    drawDate: "2025-01-03T12:00",
    entries: 1,
  });
  await page.setViewportSize({ width: 360, height: 640 });
  for (const language of ["de", "fil"]) {
    for (const [path, button] of [
      [`/raffle/${codeId}`, ".raffle-bar .button"],
      [`/raffle/${closed.codeId}`, ".raffle-stub .notice"],
      [`/raffle/${over.codeId}`, ".raffle-stub .notice"],
      [`/raffle/${empty.codeId}`, ".raffle-stub .notice"],
    ]) {
      await page.goto(`${path}?lang=${language}`);
      for (const part of ["h1", ".raffle-win", ".raffle-closes", ".raffle-entered", button]) {
        expect(await standsOnScreen(page.locator(part ?? "").first()), `${path} ${language} ${part}`).toBe(true);
      }
      // What sticks out of the ticket is cut off by its edge.
      expect(await page.locator(".raffle-stub").evaluate((stub) => stub.scrollWidth - stub.clientWidth)).toBe(0);
    }
  }
});

test("a small phone shows the first field of the entry form at once, in each language @read-only", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request, SOLD);
  await page.setViewportSize({ width: 360, height: 640 });
  for (const language of ["en", "de", "fil"]) {
    await page.goto(`/raffle-entry/${codeId}?lang=${language}`);
    for (const part of ["h1", "[name=firstName]"]) {
      expect(await standsOnScreen(page.locator(part)), `${language} ${part}`).toBe(true);
    }
    const lines = await page
      .locator("h1")
      .evaluate((h1) => h1.clientHeight / Number.parseFloat(getComputedStyle(h1).lineHeight));
    expect(Math.round(lines), language).toBe(1);
  }
});

test("of many prizes three are shown large, and all in a table @read-only @long", async ({ page, request }) => {
  const prizes = Array.from({ length: 24 }, (_, index) => ({
    ...SOLD.prizes[0],
    prizeCode: `P${index}`,
    name: `Fan ${index}`,
  }));
  const { codeId } = await createRaffle(request, { ...SOLD, prizes });
  await page.goto(`/raffle/${codeId}`);
  await expect(page.locator(".prize-on-shelf")).toHaveCount(3);
  await page.getByText("All 24 prizes").click();
  await expect(page.getByRole("row")).toHaveCount(1 + 24);
  await expectAccessible(page);
  await expectFits(page);
});

test("on a phone the button stays in reach, and covers nothing that has the focus @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/raffle/${codeId}`);
  await expect(page.locator(".countdown b").first()).toHaveText(/^\d+$/);
  const button = page.getByRole("link", { name: "Join & Manifest the Prize!" });
  for (const link of await page.locator("main :is(a, summary)").all()) {
    if (!(await link.isVisible())) continue;
    await link.focus();
    expect(await standsOnScreen(link), (await link.textContent()) ?? "").toBe(true);
    expect(await standsOnScreen(button)).toBe(true);
  }
});
