import { expect, type Page } from "@playwright/test";
import { connectDatabase } from "#src/db/connect.ts";
import { asOrganiser, entryBody } from "../support/api.ts";
import { storeResult } from "../support/shown-draw.ts";
import { openSiteDatabase } from "../support/site-database.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

async function join(page: Page, codeId: string): Promise<string> {
  await openStarted(page, `/raffle-entry/${codeId}`);
  await fillEntryForm(page, entryBody());
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.locator(".ticket-code")).toBeVisible();
  return (await page.locator(".ticket-code").textContent()) ?? "";
}

/** What a browser stores that has joined. */
async function remember(page: Page, codeId: string, entryCode: string): Promise<void> {
  await page.evaluate(
    ([key, code]) => localStorage.setItem(`entry:${key}`, JSON.stringify({ code, until: "2999-01-01T00:00:00Z" })),
    [codeId, entryCode],
  );
}

test("home and list say what became of what this browser joined @javascript", async ({ page, request }) => {
  const ruled = await createRaffle(request, { name: "Noche Buena" });
  const plain = await createRaffle(request, { name: "Fiesta Flash", rules: [] });
  const { pool, close } = connectDatabase(await openSiteDatabase());
  await page.goto("/");
  const strip = page.locator("[data-tickets]");
  await expect(strip).toBeHidden();
  await join(page, ruled.codeId);
  const code = await join(page, plain.codeId);
  const row = (name: string) => strip.getByRole("listitem").filter({ hasText: name });
  for (const path of ["/", "/raffle-list"]) {
    await page.goto(path);
    await expect(row("Noche Buena")).toContainText("2 rules to go");
    await expect(row("Fiesta Flash")).toContainText("In the draw for both prizes, because you chose none");
    // The code is behind a press: others may look at the screen.
    await expect(row("Fiesta Flash").getByText(`${code.slice(0, 4)} ${code.slice(4)}`)).toBeHidden();
  }
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  const { rows } = await pool.query("select id from raffles where code_id = $1", [plain.codeId]);
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [rows[0].id]);
  await page.goto("/");
  await expect(row("Fiesta Flash")).toContainText("Closed");
  const headers = asOrganiser(plain.codeId, plain.accessCode);
  expect((await request.post(`/api/raffles/${plain.codeId}/draw/lock`, { headers })).status()).toBe(201);
  await page.reload();
  await expect(row("Fiesta Flash")).toContainText("The list is locked");
  await storeResult(pool, rows[0].id, { QUESO: [], HAM: [] });
  await page.reload();
  await expect(row("Fiesta Flash")).toContainText("You did not win this time.");
  await close();

  // Without an answer the rows stay, with what was said before and when, and a way to ask again.
  await page.route("**/api/tickets*", (route) => route.abort());
  await page.reload();
  await expect(strip.getByRole("status")).toHaveText("The site does not answer now. Below is what it said last.");
  await expect(row("Fiesta Flash")).toContainText(/M: You did not win this time\./);
  await page.unroute("**/api/tickets*");
  await strip.getByRole("button", { name: "Try again" }).click();
  await expect(row("Noche Buena").locator(".chip")).toHaveText("2 rules to go");

  await row("Fiesta Flash").getByText("Entry code").click();
  await row("Fiesta Flash").getByRole("button", { name: "Take it off this device" }).click();
  await expect(row("Fiesta Flash")).toHaveCount(0);
  await row("Noche Buena").getByRole("link", { name: "Noche Buena" }).click();
  await expect(page).toHaveURL(new RegExp(`/raffle-entry/${ruled.codeId}/[A-Z]{8}$`));
});

test("a page has all tickets, and a device is asked to remember one that comes by a link @javascript @long", async ({
  page,
  request,
}) => {
  await page.goto("/my-tickets");
  await expect(page.getByText("This browser remembers no entry.")).toBeVisible();
  const shared = page.getByText(/On a shared phone, take them off/);
  await expect(shared).toBeHidden();
  await expectAccessibleInBothSchemes(page);
  const { codeId } = await createRaffle(request, { name: "From a mail" });
  const joined = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const { entryCode } = (await joined.json()) as { entryCode: string };
  await openStarted(page, `/raffle-entry/${codeId}/${entryCode}`);
  await page.getByRole("button", { name: "Remember it on this device" }).click();
  await page.getByRole("link", { name: "Saved on this device" }).click();
  await expect(page.getByRole("link", { name: "From a mail" })).toBeVisible();
  await expect(page.locator(".ticket-row .chip")).toHaveText("2 rules to go");
  await expect(shared).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  for (const [language, mark] of [
    ["de", "Noch 2 Aufgaben"],
    ["fil", "2 gagawin pa"],
  ]) {
    await page.goto(`/my-tickets?lang=${language}`);
    await expect(page.locator(".ticket-row .chip")).toHaveText(mark ?? "");
    await expectFits(page);
  }
  // An entry that is gone is said to be so, and forgotten.
  await remember(page, codeId, "ZZZZZZZZ");
  await page.goto("/my-tickets");
  await expect(page.getByRole("status").filter({ visible: true })).toContainText("is erased");
  await expect(page.locator(".ticket-row")).toHaveCount(1);
  expect(await page.evaluate((key) => localStorage.getItem(`entry:${key}`), codeId)).toBeNull();
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("the offline page shows tickets and codes, and gives way to the site @javascript", async ({
    page,
    context,
    request,
  }) => {
    const { codeId } = await createRaffle(request, { name: "Offline too" });
    const joined = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
    const { entryCode } = (await joined.json()) as { entryCode: string };
    // A worker of a version before: it must not stand in the way of this one.
    await context.route("**/sw.js", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        headers: { "cache-control": "no-store" },
        body: 'addEventListener("install", () => skipWaiting()); addEventListener("activate", (e) => e.waitUntil(clients.claim()));',
      }),
    );
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.unroute("**/sw.js");
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
      await registration?.update();
      await changed;
    });
    await remember(page, codeId, entryCode);
    await page.goto("/my-tickets");
    await expect(page.locator(".ticket-row .chip")).toHaveText("2 rules to go");
    await context.setOffline(true);
    await page.goto(`/raffle/${codeId}`);
    await expect(page.getByText("This page cannot be reached now.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Offline too" })).toBeVisible();
    await expect(page.locator(".ticket-row:visible")).toContainText("Not in the draw yet: 2 rules to go");
    await page.getByText("Entry code").filter({ visible: true }).click();
    await expect(page.getByText(`${entryCode.slice(0, 4)} ${entryCode.slice(4)}`)).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Load the page again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Offline too" })).toBeVisible();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  });
});

test("nothing of a strip is seen without scripts, and the page says why", async ({ page, javaScriptEnabled }) => {
  await page.goto("/");
  await expect(page.locator("[data-tickets]")).toBeHidden();
  if (javaScriptEnabled) return;
  await page.goto("/my-tickets");
  await expect(page.getByText("Without JavaScript this page cannot read")).toBeVisible();
});

test("a code opens an entry of any raffle, and a mistyped one leaves the tickets where they are @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request, { name: "Parol Parade" });
  const code = await join(page, codeId);
  await page.goto("/my-tickets");
  const row = page.getByRole("listitem").filter({ hasText: "Parol Parade" });
  await expect(row).toBeVisible();
  const field = page.getByLabel("Entry code", { exact: false }).last();
  await field.fill("QQQQ QQQQ");
  await page.getByRole("button", { name: "Open my entry" }).click();
  await expect(page.getByText("Entry not found.")).toBeVisible();
  await expect(field).toHaveValue("QQQQ QQQQ");
  await expect(row).toBeVisible();
  await expect(page.getByText("Without JavaScript this page cannot read")).toBeHidden();
  await field.fill(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`);
  await page.getByRole("button", { name: "Open my entry" }).click();
  await expect(page).toHaveURL(new RegExp(`/raffle-entry/${codeId}/${code}$`));
});
