import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { expectAccessible, expectFits, standsOnScreen } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

type Created = { readonly codeId: string; readonly accessCode: string };

async function createRaffleWithEntries(request: APIRequestContext): Promise<Created> {
  const created = await createRaffle(request, { drawWeight: "drops", drawRequires: "none" });
  const raffle = await (await request.get(`/api/raffles/${created.codeId}`)).json();
  const rules = raffle.rules.map((rule: { id: string }) => rule.id);
  const wishes = [{ prizeId: raffle.prizes[0].id, note: "para kay Lola" }];
  const people = [
    entryBody({ firstName: "Zeny", lastName: "abad", rules, wishes }),
    entryBody({ firstName: "Ana", lastName: "Zamora", address: "Hidden Valley, Calauan" }),
    entryBody({ firstName: "Ben", lastName: "Ñuñez" }),
  ];
  for (const data of people) {
    expect((await request.post(`/api/raffles/${created.codeId}/entries`, { data })).status()).toBe(201);
  }
  return created;
}

test("an organiser looks through the entries, finds one, and deletes it", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffleWithEntries(request);
  await page.goto(`/draw-list/${codeId.toLowerCase()}/${accessCode}`);
  await expect(page.getByText("3 entries. 4 drops in all")).toBeVisible();
  // Its draw asks for no rule: who is INVALID is in play, and the word no alarm.
  await expect(page.locator(".entry-list .chip-quiet", { hasText: "INVALID" })).toHaveCount(2);
  const names = page.locator(".entry-list summary span:first-child");
  await expect(names).toHaveText(["Zeny abad", "Ben Ñuñez", "Ana Zamora"]);
  await expectAccessible(page);
  await expectFits(page);

  await page.getByLabel("Search by name, email, phone, address or entry code").fill("den vall");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("1 match")).toBeVisible();
  await expect(names).toHaveText(["Ana Zamora"]);
  await expect(page.getByRole("link", { name: "View / Update" })).toHaveAttribute("href", /^\/update-entry\/[A-Z]{8}/);
  await page.getByRole("button", { name: "Delete Ana Zamora" }).click();
  await expect(
    page.getByText("Are you sure you want to delete entry for Ana Zamora? This will also delete related data."),
  ).toBeVisible();
  // Keeping it keeps what was searched for.
  await page.getByRole("link", { name: "Keep it" }).click();
  await expect(page.getByRole("button", { name: "Yes, delete" })).toHaveCount(0);
  await expect(page.getByText("1 match")).toBeVisible();
  await page.getByRole("button", { name: "Delete Ana Zamora" }).click();
  await page.getByRole("button", { name: "Yes, delete" }).click();
  await expect(page.getByText("✅ Successfully deleted entry and related data for Ana Zamora.")).toBeVisible();
  await expect(page.getByText("No entries found.")).toBeVisible();
  await expect(page.getByText("2 entries.")).toBeVisible();

  await page.getByRole("button", { name: "Undo Ana Zamora" }).click();
  await expect(page.getByText("✅ Ana Zamora is back in the list.")).toBeVisible();
  await expect(page.getByText("3 entries.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo Ana Zamora" })).toHaveCount(0);
});

test("who answers the question before its page is whole is answered too @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffleWithEntries(request);
  await openStarted(page, `/draw-list/${codeId}/${accessCode}`);
  await page.locator(".entry-list summary").filter({ hasText: "Ana Zamora" }).click();
  // The page asks at once, and loads its list anew behind that.
  const reload = Promise.withResolvers<void>();
  await page.route("**/*.data*", async (route) => {
    if (route.request().method() === "GET") await reload.promise;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole("button", { name: "Delete Ana Zamora" }).click();
  const abandoned = page.waitForEvent("requestfailed");
  await page.getByRole("button", { name: "Yes, delete" }).click();
  await abandoned;
  reload.resolve();
  await expect(page.getByText("✅ Successfully deleted entry and related data for Ana Zamora.")).toBeVisible();
  await expect(page.locator("[data-said]")).toHaveCount(0);
});

test("the master list shows wishes, ticks and validity, and exports them", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffleWithEntries(request);
  await page.goto(`/draw-list/${codeId}/${accessCode}`);
  const head = page.locator(".list-head");
  await expect(head.getByText("Due Date")).toBeHidden();
  await head.getByText("Raffle information").click();
  await expect(head.getByText("Due Date")).toBeVisible();
  await head.getByRole("link", { name: "Master List" }).click();
  await expect(head.getByRole("link", { name: "Draw List" })).toHaveAttribute("href", /^\/draw-list\//);
  const row = page.getByRole("row", { name: /abad, Zeny/ });
  await expect(row).toContainText("Queso de bola (para kay Lola)");
  await expect(row).toContainText("✔ Follow our page");
  await expect(row).toContainText("VALID");
  const other = page.getByRole("row", { name: /Zamora, Ana/ });
  await expect(other).toContainText("No wishlist");
  await expect(other).toContainText("No checklist");
  await expect(other).toContainText("INVALID");
  await expect(page.getByRole("columnheader")).toHaveText([
    ...["No.", "Name", "Contact Info", "Wishlist", "Checklist", "Validation"],
    // What is not specified stands behind.
    ...["Drops", "Entered"],
  ]);
  await expect(row.locator("[data-label=Drops]")).toHaveText("4");
  await expect(other.locator("[data-label=Drops]")).toHaveText("0");
  await expectAccessible(page);
  await expectFits(page);

  // Columns are chosen for this browser.
  await page.getByText("Columns", { exact: true }).click();
  for (const column of ["Contact Info", "Wishlist", "Checklist"]) {
    await page.getByRole("checkbox", { name: column }).uncheck();
  }
  await page.getByRole("checkbox", { name: "Phone" }).check();
  await page.getByRole("button", { name: "Show these" }).click();
  const chosen = ["No.", "Name", "Phone", "Validation", "Drops", "Entered"];
  await expect(page.getByRole("columnheader")).toHaveText(chosen);
  await page.goto(page.url());
  await expect(page.getByRole("columnheader")).toHaveText(chosen);
  await page.getByText("Columns", { exact: true }).click();
  for (const box of await page.getByRole("checkbox", { name: /^(Phone|Validation|Drops|Entered)$/ }).all()) {
    await box.uncheck();
  }
  await page.getByRole("button", { name: "Show these" }).click();
  await expect(page.getByRole("columnheader")).toHaveText([
    ...["No.", "Name", "Contact Info", "Wishlist", "Checklist", "Validation"],
    ...["Drops", "Entered"],
  ]);

  // Who is missing what, and a rule ticked for those who were chosen.
  await page.getByRole("link", { name: "INVALID", exact: true }).click();
  await expect(page.getByText("2 matches")).toBeVisible();
  const chosenOnes = page.getByRole("group", { name: "For the entries you chose" });
  await expect(chosenOnes).toBeHidden();
  await page.getByRole("checkbox", { name: "Choose Ana Zamora" }).check();
  await expect(chosenOnes).toBeInViewport({ ratio: 1 });
  await page.getByRole("combobox", { name: "Rule", exact: true }).selectOption({ label: "2. Share the post" });
  await page.getByRole("button", { name: "Mark as done", exact: true }).click();
  await expect(page.getByText("✅ 1 entry changed.")).toBeVisible();
  await expect(other).toContainText("✔ Share the post");
  await expect(other).toContainText("Still missing: Follow our page");
  await page.getByRole("link", { name: "All", exact: true }).click();

  await page.getByLabel("or source").fill("online");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("3 matches")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "📥 Export Entries to CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("raffle_entries.csv");
  const csv = await readFile(await download.path(), "utf8");
  expect(csv.slice(0, 30)).toContain("\ufeffIndex,Entry Code,Last Name,");
  expect(csv).toContain("Ñuñez");
  const [workbook] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "📥 Export Entries to Excel" }).click(),
  ]);
  expect(workbook.suggestedFilename()).toBe("raffle_entries.xlsx");
  expect((await readFile(await workbook.path())).subarray(0, 2).toString()).toBe("PK");
});

test("the master list is numbered on over its pages, and leads both ways @read-only @long", async ({
  page,
  request,
}) => {
  const created = await createRaffle(request);
  for (let person = 0; person < 52; person++) {
    const headers = { "x-forwarded-for": `203.0.113.${person}` };
    const data = entryBody({ lastName: `Cruz ${String(person).padStart(2, "0")}` });
    expect((await request.post(`/api/raffles/${created.codeId}/entries`, { data, headers })).status()).toBe(201);
  }
  const list = `/draw-masterlist/${created.codeId}/${created.accessCode}?q=cruz`;
  const numbered = async () => {
    const rows = await page.locator(".master-table tbody tr").allTextContents();
    return [rows[0], rows.at(-1)].map((text) => text?.match(/^\d+Cruz \d+/)?.[0]);
  };
  // The search reads copies of the entries, which follow them.
  const matches = async () => {
    await page.goto(list);
    return page.getByText(/^52 entries, .* 52 matches/).count();
  };
  await expect.poll(matches).toBe(1);
  expect(await numbered()).toEqual(["1Cruz 00", "50Cruz 49"]);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("link", { name: "Next page" })).toHaveCount(0);
  expect(await numbered()).toEqual(["51Cruz 50", "52Cruz 51"]);
  await page.getByRole("link", { name: "Previous page" }).click();
  await expect(page.getByRole("link", { name: "Next page" })).toBeVisible();
  expect(await numbered()).toEqual(["1Cruz 00", "50Cruz 49"]);
  await page.getByRole("link", { name: "Last page" }).click();
  await expect(page.getByRole("link", { name: "Next page" })).toHaveCount(0);
  expect(await numbered()).toEqual(["3Cruz 02", "52Cruz 51"]);
  await page.getByRole("link", { name: "First page" }).click();
  await expect(page.getByRole("link", { name: "First page" })).toHaveCount(0);
  expect(await numbered()).toEqual(["1Cruz 00", "50Cruz 49"]);
  await expect(page.getByLabel("or source")).toHaveValue("cruz");
});

test("a laptop's first screen shows five entries of each list @read-only", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  const prizes = (await (await request.get(`/api/raffles/${codeId}`)).json()).prizes;
  const wishes = prizes.map(({ id }: { id: string }) => ({
    prizeId: id,
    note: "for my grandmother, who likes it most",
  }));
  for (let person = 0; person < 5; person++) {
    const email = `maria.concepcion.villanueva.${person}@example.com`;
    const data = entryBody({ firstName: "Maria Concepcion", lastName: `Villanueva ${person}`, email, wishes });
    expect((await request.post(`/api/raffles/${codeId}/entries`, { data })).status()).toBe(201);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [list, row] of [
    ["draw-list", ".entry-list > li"],
    ["draw-masterlist", ".master-table tbody tr"],
  ] as const) {
    await page.goto(`/${list}/${codeId}/${accessCode}`);
    await expect(page.locator(row)).toHaveCount(5);
    await expect(page.locator(row).last()).toBeInViewport({ ratio: 1 });
  }
  // No column is beyond the edge.
  expect(await page.locator(".master-scroll").evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
  // What was cut off for that is shown in full by one press.
  const wish = page.locator(".master-wishlist .master-cell").first();
  const isCut = () => wish.evaluate((cell) => cell.scrollHeight > cell.clientHeight + 1);
  expect(await isCut()).toBe(true);
  await page.getByRole("checkbox", { name: "Show full texts" }).check();
  expect(await isCut()).toBe(false);
});

test("without the right code no list opens @read-only", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffleWithEntries(request);
  const wrong = accessCode === "AAAA" ? "BBBB" : "AAAA";
  for (const list of ["draw-list", "draw-masterlist", "raffle-changes"]) {
    const answer = await page.goto(`/${list}/${codeId}/${wrong}`);
    expect(answer?.status()).toBe(403);
    await expect(page.getByText("Access code mismatch.")).toBeVisible();
    await expect(page.getByText("Zeny")).toHaveCount(0);
    expect((await page.goto(`/${list}/NOSUCHRA/${wrong}`))?.status()).toBe(404);
    await expect(page.getByText("Raffle not found.")).toBeVisible();
    expect((await page.goto(`/${list}/${codeId}`))?.status()).toBe(404);
  }
});

test("on a phone rows are short, and a choice shows a bar above that of the desk", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffleWithEntries(request);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [list, row] of [
    ["draw-list", ".entry-list > li"],
    ["draw-masterlist", ".master-table tbody tr"],
  ] as const) {
    await page.goto(`/${list}/${codeId}/${accessCode}`);
    await expect(page.locator(row)).toHaveCount(3);
    for (const each of await page.locator(row).all()) expect((await each.boundingBox())?.height).toBeLessThan(140);
    const chosenOnes = page.getByRole("group", { name: "For the entries you chose" });
    await expect(chosenOnes).toBeHidden();
    await page.getByRole("checkbox", { name: "Choose Ben Ñuñez" }).check();
    expect(await standsOnScreen(chosenOnes)).toBe(true);
    await page.getByRole("button", { name: "Mark as done", exact: true }).click();
    await expect(page.getByText(list === "draw-list" ? "✅ 1 entry changed." : "Nothing changed.")).toBeVisible();
  }
  await page.getByRole("navigation", { name: "Views of the entries" }).getByText("Draw List").click();
  await expect(page).toHaveURL(`/draw-list/${codeId}/~`);
});
