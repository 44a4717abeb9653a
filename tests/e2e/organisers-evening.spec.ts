import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { ownAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { rehearse } from "./rehearse.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";
import { startWalk } from "./walk.ts";

/** What an organiser's jobs cost on a phone. docs/experience.md sets the figures against those before: change both. */

test.use({ viewport: { width: 390, height: 844 } });

/** Opens the page “Today” of a raffle with an entry. */
async function openToday(page: Page, request: APIRequestContext) {
  const raffle = await createRaffle(request, { rules: [], drawRequires: "none", shopName: "Aling Nena" });
  const entry = { data: entryBody({ firstName: "Ana", lastName: "Zamora" }), headers: ownAddress() };
  expect((await request.post(`/api/raffles/${raffle.codeId}/entries`, entry)).status()).toBe(201);
  await page.goto(`/overview/${raffle.codeId}/${raffle.accessCode}`);
  return { ...raffle, walk: startWalk(page) };
}

test("the poster, a post and the website are one screen away from “Today” @javascript", async ({ page, request }) => {
  const { walk } = await openToday(page, request);
  await walk.press(page.getByRole("link", { name: "Share it" }));
  const post = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "It has begun" }) });
  await walk.press(post.getByRole("button", { name: "Copy text" }));
  expect(walk.cost).toMatchObject({ presses: 2, fields: 0, screens: 2 });
  await walk.type(page.getByLabel("Websites that may show it"), "shop.example");
  await walk.press(page.getByRole("button", { name: "Save websites", exact: true }));
  await walk.press(page.locator(".embed-line").first().getByRole("button"));
  expect(walk.cost).toMatchObject({ presses: 4, fields: 1, screens: 2 });
  await walk.press(page.getByRole("link", { name: "Poster to print" }));
  await walk.press(page.getByRole("button", { name: "Print" }));
  expect(walk.cost).toMatchObject({ presses: 6, fields: 1, screens: 3 });
});

test("a slip of paper is added from “Today”, and the form stays for the next @javascript", async ({
  page,
  request,
}) => {
  const { walk } = await openToday(page, request);
  await walk.press(page.getByRole("link", { name: "Add a slip" }));
  await walk.type(page.getByLabel("First Name"), "Lito");
  await walk.type(page.getByLabel("Last Name"), "Reyes");
  await walk.type(page.getByLabel("Address"), "Jaro");
  await walk.press(page.getByLabel("This person is 18 or older"));
  await walk.press(page.getByRole("button", { name: "Add this entry" }));
  await expect(page.getByText("Lito Reyes has joined.")).toBeVisible();
  expect(walk.cost).toMatchObject({ presses: 3, fields: 3, screens: 2 });
});

test("an entry is deleted and brought back @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await openToday(page, request);
  await page.goto(`/draw-list/${codeId}/${accessCode}`);
  const walk = startWalk(page);
  await walk.press(page.locator(".entry-list summary").filter({ hasText: "Ana Zamora" }));
  await walk.press(page.getByRole("button", { name: "Delete Ana Zamora" }));
  await walk.press(page.getByRole("button", { name: "Yes, delete" }));
  await expect(page.getByText("No entries found.")).toBeVisible();
  expect(walk.cost).toMatchObject({ presses: 3, fields: 0 });
  await walk.press(page.getByRole("button", { name: "Undo Ana Zamora" }));
  await expect(page.getByText("Ana Zamora is back in the list.")).toBeVisible();
  expect(walk.cost).toMatchObject({ presses: 4, fields: 0 });
});

test("a raffle is used again with the next dates, and nothing is typed @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await openToday(page, request);
  await page.goto(`/create-raffle?from=${codeId}&by=${accessCode}`);
  const walk = startWalk(page);
  await walk.press(page.locator("form").getByRole("button", { name: "Create raffle" }).last());
  await expect(page.locator(".code-ticket", { hasText: "Access code" })).toBeVisible();
  expect(walk.cost).toMatchObject({ presses: 1, fields: 0 });
});

test("the evening is rehearsed in three minutes, by the buttons of the real screens @both", async ({
  page,
  request,
}) => {
  const { codeId, walk } = await openToday(page, request);
  const fits = async () => {
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
  };
  await rehearse(page, walk.press, fits);
  await expect(page).toHaveURL(new RegExp(`/overview/${codeId}/`));
  expect(walk.cost).toMatchObject({ presses: 10, fields: 0 });
});
