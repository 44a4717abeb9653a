import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

async function join(request: APIRequestContext): Promise<string> {
  const { codeId } = await createRaffle(request, { drawWeight: "drops", drawRequires: "none" });
  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const { entryCode } = (await entered.json()) as { entryCode: string };
  return `/raffle-entry/${codeId}/${entryCode}`;
}

const ham = (page: Page) => page.getByLabel("Wishlist note for Ham");
const hamWish = (page: Page) => page.getByRole("switch", { name: "Ham" });

/** What the site has stored, whatever a draft of this tab says. */
async function expectStored(page: Page, path: string, note: string, selected: boolean): Promise<void> {
  const elsewhere = await page.context().newPage();
  await expect(async () => {
    await elsewhere.goto(path);
    await expect(ham(elsewhere)).toHaveValue(note, { timeout: 100 });
  }).toPass();
  await expect(hamWish(elsewhere)).toBeChecked({ checked: selected });
  await elsewhere.close();
}

test("a note that is typed is no wish, and every switch saves it @both", async ({ page, request }) => {
  const path = await join(request);
  await page.goto(path);
  await expect(page.getByText("0 of 4 drops")).toBeVisible();
  await ham(page).fill("for Lola");
  await page.getByRole("switch", { name: "Share the post" }).click();
  await expect(page.getByText("3 of 4 drops")).toBeVisible();
  // The page begins where the press was, without scripts too.
  await expect(page.getByRole("switch", { name: "Share the post" })).toBeInViewport();
  await expect(page.getByRole("switch", { name: "Share the post" })).toBeFocused();
  await expect(page.getByText("In the draw for both prizes, because you chose none — with 3 chances")).toBeVisible();
  await expect(hamWish(page)).not.toBeChecked();
  await hamWish(page).click();
  await expect(hamWish(page)).toBeChecked();
  await hamWish(page).click();
  await expect(hamWish(page)).not.toBeChecked();
  await expect(ham(page)).toHaveValue("for Lola");
  await expectStored(page, path, "for Lola", false);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test("a note is saved when its field is left, and when the page is @javascript @long", async ({ page, request }) => {
  const path = await join(request);
  await openStarted(page, path);
  await ham(page).fill("for Lola");
  await ham(page).press("Tab");
  await page.getByLabel("Wishlist note for Queso de bola").focus();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expectStored(page, path, "for Lola", false);
  const update = page.getByRole("button", { name: "Update Wishlist Notes" }).last();
  await update.click();
  await expect(page.getByText("Wishlist notes updated!")).toBeVisible();
  await update.click();
  await expect(page.getByText("No changes to update.")).toBeVisible();
  await ham(page).fill("for Lolo");
  await page.goto("/how-it-works");
  await expectStored(page, path, "for Lolo", false);
});

test("a note that could not be saved says so, stays after a reload, and goes with the next press @javascript", async ({
  page,
  request,
}) => {
  const path = await join(request);
  await openStarted(page, path);
  await page.route(`**${path}`, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await ham(page).fill("for Lola");
  await ham(page).blur();
  await expect(page.getByText("Not saved yet.")).toBeVisible();
  await page.reload();
  await page.locator("html[data-started]").waitFor();
  await expect(ham(page)).toHaveValue("for Lola");
  await page.getByRole("switch", { name: "Follow our page" }).click();
  await expect(page.getByText("1 of 4 drops")).toBeVisible();
  await expectStored(page, path, "for Lola", false);
});

test("a press waits for the note before it, and an older tab changes no note @javascript @long", async ({
  page,
  request,
}) => {
  const path = await join(request);
  await openStarted(page, path);
  const older = await page.context().newPage();
  await openStarted(older, path);
  const [asked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === "POST") {
      asked.resolve();
      await letGo.promise;
    }
    await route.continue();
  });
  await ham(page).fill("first");
  await ham(page).blur();
  await asked.promise;
  await ham(page).fill("second");
  await hamWish(page).click();
  letGo.resolve();
  await expect(hamWish(page)).toBeChecked();
  await expectStored(page, path, "second", true);
  await older.getByRole("switch", { name: "Follow our page" }).click();
  await expect(older.getByText("1 of 4 drops")).toBeVisible();
  await expectStored(page, path, "second", true);
});
