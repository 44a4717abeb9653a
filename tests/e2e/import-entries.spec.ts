import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { writeXlsx } from "hucre/xlsx";
import { entryBody } from "../support/api.ts";
import { comeFromOwnAddress, newAddress } from "./own-address.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

async function choose(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(`\ufeff${lines.join("\r\n")}`) };
  await page.getByLabel("CSV or Excel file").setInputFiles(file);
  await page.getByRole("button", { name: "Check the file" }).click();
}

function people(count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `Cruz ${index},Ana,"1 Mabini St\nIloilo",0918 ${1_000_000 + index},ana${index}@example.com`,
  );
}

test("an organiser adds paper entries: corrects the columns, adds the good lines, and gets the wrong one with its reason", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request, { sources: ["Online", "Shop"] });
  const joined = entryBody({ phone: "0917 111 2222", firstName: "Zeny" });
  expect((await request.post(`/api/raffles/${codeId}/entries`, { data: joined })).status()).toBe(201);
  await page.goto(`/draw-list/${codeId}/${accessCode}`);
  await page.getByRole("link", { name: "Import paper entries" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import paper entries");
  await expectAccessible(page);
  await expectFits(page);

  const empty = page.getByRole("link", { name: "Download an empty list" });
  const [list] = await Promise.all([page.waitForEvent("download"), empty.click()]);
  expect(await readFile(await list.path(), "utf8")).toContain('"Sources (Online, Shop)","Rule 1 done (yes or no)"');

  const header = "Surname,Given name,Anything,Mobile,E-mail";
  const [ana = "", ben = ""] = people(2);
  await choose(page, "counter.csv", [header, ana, "Reyes,Ben,Iloilo,0917-111-2222,none", ben]);
  await expect(page.getByText("3 lines with entries")).toBeVisible();
  await expect(page.getByRole("cell", { name: "ana0@example.com" })).toBeVisible();
  await expect(page.getByLabel("Phone")).toHaveValue("3");
  await expect(page.getByLabel("Address")).toHaveValue("");
  await expect(page.getByRole("button", { name: /^Add / })).toHaveCount(0);
  await expectAccessible(page);
  await expectFits(page);

  await expect(page.getByText("Choose these columns above, then check again")).toBeVisible();
  await page.getByLabel("Address").selectOption("Column 3: Anything");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("heading", { name: "1 line needs attention" })).toBeInViewport();
  await expect(page.getByText("Line 4")).toBeVisible();
  await expect(page.getByText("Phone “0917-111-2222”: Phone number already used for this raffle.")).toBeVisible();
  await expect(page.getByText("Email “none”")).toHaveCount(0);
  await expectAccessible(page);
  await expectFits(page);

  const wrong = page.getByRole("link", { name: "Download 1 wrong line" });
  const [file] = await Promise.all([page.waitForEvent("download"), wrong.click()]);
  expect(file.suggestedFilename()).toBe("counter-left.csv");
  expect(await readFile(await file.path(), "utf8")).toMatch(/"Reyes".*"Phone: Phone number already used/);

  const add = page.getByRole("button", { name: "Add the 2 good lines" });
  await add.click();
  await expect(page.getByText("Please confirm that these people agreed to the terms.").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Source of these entries").selectOption("Shop");
  await page.getByLabel(/^These people did every rule/).check();
  await page.getByLabel(/agreed to the Terms and Agreements on paper/).check();
  await add.click();
  await waitFor(page, "✅ 2 entries added.");
  await expect(page.getByRole("heading", { name: "1 line is left" })).toBeVisible();
  await expect(wrong).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  const screen = page.url();
  await page.getByRole("link", { name: "Look at what is wrong" }).click();
  await expect(page.getByText("Line 2")).toBeVisible();
  await page.getByRole("button", { name: "Discard this file" }).click();
  await expect(page.getByText("counter-left.csv")).toHaveCount(0);
  await page.goto(screen);

  await page.getByRole("link", { name: "See them in the Draw List" }).click();
  await expect(page.locator(".entry-list summary span:first-child")).toHaveText([
    "Ana Cruz 0",
    "Ana Cruz 1",
    "Zeny Peña",
  ]);
  await page.goto(`/raffle-changes/${codeId}/${accessCode}`);
  await expect(page.getByText("counter.csv")).toBeVisible();
  await expect(page.getByText("ana0@example.com")).toHaveCount(0);
});

/**
 * Waits for what is said in the end; without JavaScript the page stands still until then, and offers to be refreshed.
 */
async function waitFor(page: Page, said: string): Promise<void> {
  const refresh = page.getByRole("link", { name: "Refresh" });
  await expect(async () => {
    if (test.info().project.use.javaScriptEnabled === false && (await refresh.isVisible())) await refresh.click();
    await expect(page.getByText(said)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test("5,000 entries are added while the organiser looks elsewhere @long", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  await page.goto(`/import-entries/${codeId}/${accessCode}`);
  await choose(page, "town fair.csv", people(5000));
  await expect(page.getByText("5,000 lines with entries")).toBeVisible();
  await expect(page.getByLabel("The first line holds names of columns")).not.toBeChecked();
  for (const [field, column] of [
    ["Last Name", 1],
    ["First Name", 2],
    ["Address", 3],
    ["Phone", 4],
  ] as const) {
    await page.getByLabel(field).selectOption(`Column ${column}`);
  }
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByLabel(/agreed to the Terms and Agreements on paper/).check();
  await page.getByRole("button", { name: "Add 5,000 entries" }).click();
  await expect(page.getByText(/Adding… [\d,]+ of 5,000|5,000 entries added/)).toBeVisible();
  const screen = page.url();
  await page.goto(`/draw-list/${codeId}/${accessCode}`);
  await page.goto(screen);
  await waitFor(page, "✅ 5,000 entries added.");
});

test("after many lists the browser solves a puzzle by itself: the chosen file is sent with it, and then added @javascript @long", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request);
  const address = newAddress();
  await comeFromOwnAddress(page.context(), address);
  const screen = `/import-entries/${codeId}/${accessCode}`;
  await page.goto(screen);
  const headers = { "x-forwarded-for": address, origin: new URL(page.url()).origin };
  const look = () =>
    request.post(`${screen}?file=${randomUUID()}`, { form: { intent: "check" }, headers, maxRedirects: 0 });
  for (let read = 1; read <= 60; read++) expect((await look()).status()).toBe(303);
  expect((await look()).status()).toBe(429);
  await choose(page, "market.csv", ["Surname,Given name,Address,Mobile,E-mail", ...people(2)]);
  await expect(page.getByText("All 2 lines are fine.")).toBeVisible();
  await page.getByLabel(/agreed to the Terms and Agreements on paper/).check();
  await page.getByRole("button", { name: "Add 2 entries" }).click();
  await waitFor(page, "✅ 2 entries added.");
});

test("what is no list of entries is refused in words, and a workbook is one @long", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  await page.goto(`/import-entries/${codeId}/${accessCode}`);
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText("Please choose a CSV or Excel file.").first()).toBeVisible();
  const workbook = { name: "counter.xlsx", mimeType: "text/csv", buffer: Buffer.from("504b030414000600", "hex") };
  await page.getByLabel("CSV or Excel file").setInputFiles(workbook);
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText(/^We cannot read this workbook/).first()).toBeVisible();
  await choose(page, "open.csv", ['a,"b', "c,d"]);
  await expect(page.getByText(/a quotation mark that opens a cell and is never closed/).first()).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  const rows = [
    ["Last Name", "First Name", "Address", "Phone"],
    ["Cruz", "Ana", "Iloilo", 9_171_234_567],
  ];
  const slips = Buffer.from(await writeXlsx({ sheets: [{ name: "Slips", rows }] }));
  await page.getByLabel("CSV or Excel file").setInputFiles({ name: "slips.xlsx", mimeType: "", buffer: slips });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText("1 line, and it is fine.")).toBeVisible();
});

test("without the right code nothing can be imported @read-only", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  const wrong = accessCode === "AAAA" ? "BBBB" : "AAAA";
  const answer = await page.goto(`/import-entries/${codeId}/${wrong}`);
  expect(answer?.status()).toBe(403);
  await expect(page.getByText("Access code mismatch.")).toBeVisible();
  expect((await page.goto(`/import-entries/NOSUCHRA/${accessCode}`))?.status()).toBe(404);
  expect((await page.goto(`/import-entries/${codeId}`))?.status()).toBe(404);
  const posted = await request.post(`/import-entries/${codeId}/${wrong}`, {
    multipart: { intent: "upload", csv: { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a,b") } },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(posted.status()).toBe(403);
});
