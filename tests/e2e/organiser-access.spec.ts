import { expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

const scripts = () => test.info().project.use.javaScriptEnabled !== false;
const wrongFor = (accessCode: string) => (accessCode === "ZZZZ" ? "YYYY" : "ZZZZ");

/** The card in the list of all. Once a code is proved, the raffle has a card among one's own too. */
const cardOf = (page: Page) => page.locator(".admin-raffle-card");

/** Types a code on a raffle's card; without JavaScript the form asks the server. */
async function typeCode(page: Page, name: string, code: string) {
  await page.getByLabel(`Access Code ${name}`).fill(code);
  if (!scripts()) await page.getByRole("button", { name: `Check code ${name}` }).click();
}

test("an organiser proves the code on the list, and deletes a raffle that nobody has joined", async ({
  page,
  request,
}) => {
  const name = `Flash ${Date.now()}`;
  const { codeId, accessCode } = await createRaffle(request, { name, status: "Unpublished" });
  await page.goto(`/admin-raffle-list?q=${codeId}`);
  const button = (label: string) => cardOf(page).getByRole("button", { name: `${label} ${name}` });
  for (const label of ["Update", "Entries", "Delete"]) await expect(button(label)).toBeDisabled();
  await expect(cardOf(page).getByRole("link", { name: `Preview ${name}` })).toHaveAttribute(
    "href",
    `/raffle/${codeId}`,
  );

  await typeCode(page, name, wrongFor(accessCode));
  await expect(page.getByText("Access code mismatch.")).toBeVisible();
  await expect(button("Update")).toBeDisabled();

  await typeCode(page, name, ` ${accessCode.toLowerCase()} `);
  for (const label of ["Update", "Entries", "Delete"]) await expect(button(label)).toBeEnabled();
  const green = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--green)";
    return getComputedStyle(probe).color;
  });
  await expect(page.getByLabel(`Access Code ${name}`)).toHaveCSS("border-top-color", green);
  await expectAccessible(page);
  await expectFits(page);

  page.on("dialog", (dialog) => {
    expect(dialog.message()).toBe(
      "Are you sure you want to permanently delete this raffle and all related data (rules and prizes)?",
    );
    void dialog.accept();
  });
  await button("Delete").click();
  if (!scripts()) await button("Yes, delete").click();
  await expect(page.getByText("Raffle and related data successfully deleted.")).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  expect((await request.get(`/api/raffles/${codeId}`)).status()).toBe(404);
});

test("a raffle with entries cannot be deleted, and its access code can be renewed", async ({ page, request }) => {
  const name = `Joined ${Date.now()}`;
  const { codeId, accessCode } = await createRaffle(request, { name });
  await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const remove = cardOf(page).getByRole("button", { name: `Delete ${name}` });
  // Entries are counted in the background.
  await expect(async () => {
    await page.goto(`/admin-raffle-list?q=${codeId}`);
    expect(await remove.getAttribute("title")).toBe("Cannot delete: Entries exist for this raffle.");
  }).toPass();
  await typeCode(page, name, accessCode);
  await expect(cardOf(page).getByRole("button", { name: `Update ${name}` })).toBeEnabled();
  await expect(remove).toBeDisabled();
  const works = async () =>
    (await request.post(`/api/raffles/${codeId}/access`, { data: { accessCode } })).status() === 204;
  const question = /^Give this raffle a new access code\?/;
  if (scripts()) {
    // Whoever pressed it by mistake keeps the code.
    page.once("dialog", (dialog) => void dialog.dismiss());
    await page.getByRole("button", { name: `New access code ${name}` }).click();
    expect(await works()).toBe(true);
    page.once("dialog", (dialog) => {
      expect(dialog.message()).toMatch(question);
      void dialog.accept();
    });
  }
  await page.getByRole("button", { name: `New access code ${name}` }).click();
  if (!scripts()) {
    await expect(page.getByText(question)).toBeVisible();
    expect(await works()).toBe(true);
    await page.getByRole("button", { name: `Yes, make a new one ${name}` }).click();
  }
  const renewed = String(await page.locator(".ticket-code").textContent());
  expect(renewed).toMatch(/^[A-Z0-9]{4}$/);
  const proof = await request.post(`/api/raffles/${codeId}/access`, { data: { accessCode: renewed } });
  expect(proof.status()).toBe(204);
});

test("a code that is typed before the scripts have come counts as well @javascript", async ({ page, request }) => {
  const name = `Early ${Date.now()}`;
  const { codeId, accessCode } = await createRaffle(request, { name });
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`/admin-raffle-list?q=${codeId}`);
  await typeCode(page, name, accessCode);
  scripts.resolve();
  await expect(page.getByRole("button", { name: `Update ${name}` })).toBeEnabled();
  await expect(page.getByLabel(`Access Code ${name}`)).toHaveValue(accessCode);
});

test("an entry is shown and changed only with the access code", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request, { sources: "Online, Counter" });
  const lastName = `Bautista${Date.now()}`;
  const joined = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody({ lastName }) });
  const { entryCode } = (await joined.json()) as { entryCode: string };
  await page.goto(`/update-entry/${entryCode}`);
  await expect(page.getByText("Access Code is required to update information.")).toBeVisible();
  for (const name of ["Update Entry Info", "Update Rules", "Update Wishlist", "Back to Draw List"]) {
    await expect(page.getByRole("button", { name })).toBeDisabled();
  }
  expect(await page.content()).not.toContain(lastName);
  const code = page.getByLabel("Access Code", { exact: true });
  await code.fill(wrongFor(accessCode));
  await page.getByRole("button", { name: "Show the entry" }).click();
  await expect(page.getByText("Invalid access code.").first()).toBeVisible();
  expect(await page.content()).not.toContain(lastName);

  await code.fill(accessCode.toLowerCase());
  await page.getByRole("button", { name: "Show the entry" }).click();
  await expect(page.getByLabel("Last Name")).toHaveValue(lastName);
  await expectAccessible(page);
  await expectFits(page);

  // A wrong code saves nothing, although this browser has proved the right one.
  await page.getByLabel("First Name").fill("Nobody");
  await code.fill(wrongFor(accessCode));
  await page.getByRole("button", { name: "Update Entry Info" }).click();
  await expect(page.getByText("❌ Failed to update entry info. Invalid access code.")).toBeVisible();

  await code.fill(accessCode);
  await page.getByLabel("First Name").fill("Josefa");
  await page.getByLabel("Source").selectOption("Counter");
  await page.getByRole("button", { name: "Update Entry Info" }).click();
  await expect(page.getByText("✅ Entry info updated successfully!")).toBeVisible();
  // What is on paper need not be a number or an address, nor say where it comes from.
  await page.getByLabel("Phone").fill("see paper");
  await page.getByLabel("Email").fill("");
  await page.getByLabel("Source").selectOption("-- Select Source --");
  const saved = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Update Entry Info" }).click();
  await saved;
  await expect(page.getByText("✅ Entry info updated successfully!")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Phone")).toHaveValue("see paper");
  await expect(page.getByLabel("Email")).toHaveValue("");
  await expect(page.getByLabel("Source")).toHaveValue("");
  await page.getByRole("checkbox", { name: "1. Follow our page" }).check();
  await page.getByRole("button", { name: "Update Rules" }).click();
  await expect(page.getByText("✅ User rules updated successfully!")).toBeVisible();
  await page.getByRole("checkbox", { name: "Queso de bola" }).check();
  await page.getByLabel("Wish note for Queso de bola").fill("for Lola");
  await page.getByRole("button", { name: "Update Wishlist" }).click();
  await expect(page.getByText("✅ Wishlist updated successfully!")).toBeVisible();

  await page.reload();
  await expect(page.getByLabel("First Name")).toHaveValue("Josefa");
  await expect(page.getByLabel("Source")).toHaveValue("");
  await expect(page.getByRole("checkbox", { name: "1. Follow our page" })).toBeChecked();
  await expect(page.getByLabel("Wish note for Queso de bola")).toHaveValue("for Lola");

  // All of it is in the list of changes, which is as private as the desk.
  expect((await request.get(`/raffle-changes/${codeId}/${wrongFor(accessCode)}`)).status()).toBe(403);
  const answer = await page.goto(`/raffle-changes/${codeId}/${accessCode}`);
  expect(answer?.headers()).toMatchObject({ "cache-control": "no-store", "referrer-policy": "same-origin" });
  await expect(page.getByRole("heading", { name: `Entry corrected · ${entryCode}` })).toHaveCount(4);
  await expect(page.getByText("→ Josefa")).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
});
