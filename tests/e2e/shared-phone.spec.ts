import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { codeAt } from "#src/earning/codes/drop-code.ts";
import { entryBody } from "../support/api.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { openStarted, startPage } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

type Person = Record<string, unknown>;

/** Fills in the entry form, which is open, and answers the code of the receipt. */
async function join(page: Page, person: Person): Promise<string> {
  await startPage(page);
  await fillEntryForm(page, person);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("link", { name: "Saved on this device" })).toBeVisible();
  return (await page.locator(".ticket-code").textContent()) ?? "";
}

/** Mother and daughter join from one phone, one after the other. */
async function joinBoth(page: Page, codeId: string) {
  const [mother, daughter] = [entryBody({ firstName: "Luz" }), entryBody({ firstName: "Tala" })];
  await page.goto(`/raffle-entry/${codeId}`);
  const luz = await join(page, mother);
  await page.getByRole("link", { name: "Continue, for somebody else" }).click();
  await expect(page.locator(".ticket-code")).toHaveCount(0);
  const tala = await join(page, daughter);
  return { luz, tala, daughter };
}

async function erase(request: APIRequestContext, entryCode: string, person: Person): Promise<void> {
  const headers = { "x-entrant-contact": String(person.email) };
  expect((await request.delete(`/api/entries/${entryCode}`, { headers })).status()).toBe(204);
}

const grouped = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`;

test("a family's entries from one phone are both remembered, and one is forgotten alone @javascript @long", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request, { name: "Noche Buena" });
  await page.goto(`/raffle/${codeId}`);
  const said = page.waitForResponse(
    (response) =>
      response
        .request()
        .postData()
        ?.match(/entryCode/g)?.length === 2,
  );
  const { luz, tala } = await joinBoth(page, codeId);
  await (await said).finished();
  const scanned = `/code/${codeId}/${codeAt("a till", "7")}`;
  const box = page.locator("[data-remembered]");
  const row = (code: string) => box.getByRole("listitem").filter({ hasText: grouped(code) });

  // From the receipt to the counter, where a scanned code asks whose it is.
  await page.goto(scanned);
  const field = page.locator("[name=entryCode]");
  await expect(field).toHaveValue("");
  await expect(page.getByRole("button", { name: `Luz · ${grouped(luz)}` })).toBeVisible();
  await page.getByRole("button", { name: `Tala · ${grouped(tala)}` }).click();
  await expect(field).toHaveValue(tala);
  const confirm = page.getByRole("button", { name: "Count this code" });
  await expect(confirm).toBeFocused();
  await expect(confirm).toHaveAttribute("aria-describedby", (await field.getAttribute("id")) ?? "");
  await expectAccessibleInBothSchemes(page);

  for (const path of [`/raffle/${codeId}`, `/raffle-entry/${codeId}`]) {
    await page.goto(path);
    await expect(box).toContainText("Entries sent from this browser: 2 · open until", { useInnerText: true });
    // On the form they are folded, so that the next one of the family finds its fields.
    if (path.startsWith("/raffle-entry")) await box.getByText("See your entries").click();
    await expect(row(luz)).toContainText("Luz");
    await expect(row(tala)).toContainText("Tala");
    await expect(row(tala).getByRole("status")).toHaveText(
      "Not in the draw yet: 2 rules to go — Follow our page, Share the post",
    );
    for (const code of [luz, tala]) {
      const own = row(code).getByRole("link", { name: `See your entry (${code === luz ? "Luz" : "Tala"}` });
      await expect(own).toHaveAttribute("href", `/raffle-entry/${codeId}/${code}`);
    }
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
  }
  await page.goto(`/raffle/${codeId}`);
  await page.locator(".raffle-stub").getByRole("link", { name: "See your entries" }).click();
  await expect(page).toHaveURL(/#remembered$/);

  await page.goto("/");
  const strip = page.locator("[data-tickets]");
  const ticket = (code: string) => strip.getByRole("listitem").filter({ hasText: `Code ends in ${code.slice(-2)}` });
  await expect(strip.getByRole("listitem")).toHaveCount(2);
  await expect(ticket(luz)).toContainText("Luz · Code ends in");
  await expect(ticket(tala)).toContainText("Tala · Code ends in");
  await expect(ticket(tala).getByRole("link", { name: "Noche Buena" })).toHaveAttribute(
    "href",
    `/raffle-entry/${codeId}/${tala}`,
  );
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto("/my-tickets");
  await expect(ticket(luz).locator(".chip")).toHaveText("2 rules to go");
  await ticket(luz).getByText("Entry code").click();
  await ticket(luz).getByRole("button", { name: "Take it off this device" }).click();
  await expect(strip.getByRole("listitem")).toHaveCount(1);
  await page.reload();
  await expect(strip.getByRole("listitem")).toContainText("2 rules to go");
  // One alone needs no name, and the phone stores none.
  await expect(strip.getByText("Tala")).toBeHidden();
  const stored = () => page.evaluate((key) => localStorage.getItem(key), `ticket:${codeId}:${tala}`);
  await expect.poll(stored).not.toContain("Tala");
  await page.goto(scanned);
  await expect(field).toHaveValue(tala);
  await page.goto(`/raffle/${codeId}`);
  await expect(box).toContainText(`You joined from this browser: ${grouped(tala)}`, { useInnerText: true });
  // The entry's page knows which of them this device has forgotten.
  await openStarted(page, `/raffle-entry/${codeId}/${luz}`);
  await expect(page.getByRole("button", { name: "Remember it on this device" })).toBeVisible();
  await openStarted(page, `/raffle-entry/${codeId}/${tala}`);
  await page.getByRole("button", { name: "Forget it on this device" }).click();
  await page.goto(`/raffle/${codeId}`);
  await expect(page.locator(".countdown b").first()).toHaveText(/^\d+$/);
  await expect(box).toBeHidden();
});

test("where one of a family's entries is erased, the other one stays @javascript", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  const { luz, tala, daughter } = await joinBoth(page, codeId);
  await erase(request, tala, daughter);
  // The page to which the entry's page leads after it.
  await page.goto(`/raffle-entry/${codeId}?erased`);
  const box = page.locator("[data-remembered]");
  await expect(page.getByText("Your entry is erased.")).toBeVisible();
  await expect(box).toContainText(`You joined from this browser: ${grouped(luz)}`, { useInnerText: true });
  await expect(box.getByText("is erased")).toBeHidden();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("ticket:")))).toEqual([
    `ticket:${codeId}:${luz}`,
  ]);
});

test("what nobody knows to be erased or not is not shown beside the erased one @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  const { tala, daughter } = await joinBoth(page, codeId);
  await erase(request, tala, daughter);
  // The receipts have asked before.
  await page.goto("/terms");
  const asked = page.waitForRequest("**/api/tickets*");
  await page.route("**/api/tickets*", (route) => route.fulfill({ status: 429, json: { message: "Later." } }));
  await page.goto(`/raffle-entry/${codeId}?erased`);
  await (await (await asked).response())?.finished();
  await expect(page.getByText("Your entry is erased.")).toBeVisible();
  await expect(page.locator("[data-remembered]")).toBeHidden();
});

test("a phone with as many entries of a raffle as it remembers says so on the receipt @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await openStarted(page, `/raffle-entry/${codeId}`);
  await fillEntryForm(page, entryBody());
  await page.evaluate((raffle) => {
    for (const last of "ABCDEFGHIJ") {
      const stored = { code: `ZZZZZZZ${last}`, until: "2999-01-01T00:00:00Z" };
      localStorage.setItem(`ticket:${raffle}:${stored.code}`, JSON.stringify(stored));
    }
  }, codeId);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("This device remembers 10 entries of this raffle, and no more.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Forget it on this device" })).toHaveCount(0);
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("a family's tickets are told apart on the offline page, and one is taken off @javascript @long", async ({
    page,
    context,
    request,
  }) => {
    const { codeId } = await createRaffle(request, { name: "Offline family" });
    const { luz, tala } = await joinBoth(page, codeId);
    await page.goto("/my-tickets");
    await page.evaluate(() => navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready));
    await page.reload();
    await expect(page.locator(".ticket-row .chip")).toHaveText(["2 rules to go", "2 rules to go"]);
    await context.setOffline(true);
    await page.goto(`/raffle/${codeId}`);
    const rows = page.locator(".ticket-row:visible");
    await expect(rows).toHaveCount(2);
    const row = (name: string) => rows.filter({ hasText: name });
    await expect(row("Luz")).toContainText("Not in the draw yet: 2 rules to go");
    await expect(row("Tala")).toContainText(`Code ends in ${tala.slice(-2)}`);
    await row("Tala").getByText("Entry code").click();
    await expect(row("Tala").getByText(grouped(tala))).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
    await row("Tala").getByRole("button", { name: "Take it off this device" }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows.getByRole("link")).toHaveAttribute("href", `/raffle-entry/${codeId}/${luz}`);
  });
});
