import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { asOrganiser, entryBody } from "../support/api.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

async function makeRaffle(request: APIRequestContext) {
  const raffle = await createRaffle(request);
  return { ...raffle, path: `/edit-raffle/${raffle.codeId}/${raffle.accessCode}` };
}

const save = (page: Page) => page.locator("form").getByRole("button", { name: "Save raffle" }).last().click();
const nameField = (page: Page) => page.locator("form").getByLabel("Name").first();

test("an organiser changes a raffle, its order and its rows, and sees it in the changes", async ({ page, request }) => {
  const { path, codeId, accessCode } = await makeRaffle(request);
  const opened = await page.goto(path);
  expect(opened?.headers()["cache-control"]).toBe("no-store");
  await expect(page).toHaveTitle("EDIT-RAFFLE | Tambiolo");
  await expect(nameField(page)).toHaveValue("Noche Buena Basket");
  await expectAccessible(page);
  await expectFits(page);

  await nameField(page).fill("Media Noche");
  // By keyboard, and the moved row keeps what was typed in it.
  await page.getByRole("button", { name: "Move prize 2 up" }).press("Enter");
  await expect(page.getByRole("group", { name: "Prize 1" }).getByLabel("Prize code")).toHaveValue("HAM");
  await page.getByRole("button", { name: "Remove rule 2" }).click();
  await expect(page.getByRole("group", { name: "Rule 2" })).toHaveCount(0);
  await save(page);
  await expect(page.getByText("Raffle saved.")).toBeVisible();
  const raffle = await (await request.get(`/api/raffles/${codeId}`)).json();
  expect(raffle).toMatchObject({ name: "Media Noche", version: 2, rules: [{ details: "Follow our page" }] });
  expect(raffle.prizes.map((prize: { prizeCode: string }) => prize.prizeCode)).toEqual(["HAM", "QUESO"]);
  expect(await page.title()).not.toContain(accessCode);
  await page.getByRole("link", { name: "Log", exact: true }).click();
  await expect(page.getByRole("heading", { name: `Raffle edited · ${codeId}` })).toBeVisible();
  await expect(page.getByText("Name: Noche Buena Basket → Media Noche")).toBeVisible();
});

test("an organiser sees how a shared link will look, and has the link @long", async ({ page, request }) => {
  const { path, codeId } = await makeRaffle(request);
  await page.goto(path);
  await page.getByRole("link", { name: "Share", exact: true }).click();
  const share = page.locator(".share-preview");
  await expect(share.getByText("Noche Buena Basket")).toBeVisible();
  await expect(share.getByText(/^To win: Queso de bola, Ham\. Join until/)).toBeVisible();
  await expect(page.getByRole("link", { name: `/raffle/${codeId}` })).toBeVisible();
  const { host } = new URL(page.url());
  await expect(share.getByText(host, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
});

test("a double-click on a row's button does what it says once, is undone, and the focus stays near @javascript", async ({
  page,
}) => {
  await openStarted(page, "/create-raffle");
  const names = page.getByRole("group", { name: /^Prize/ }).getByLabel("Name");
  for (const [index, name] of ["Mug", "Bag", "Cap"].entries()) {
    if (index > 0) await page.getByRole("button", { name: "Add a prize" }).click();
    await names.nth(index).fill(name);
  }
  const typed = () => names.evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value));
  await page.getByRole("button", { name: "Move prize 3 up" }).dblclick();
  expect(await typed()).toEqual(["Mug", "Cap", "Bag"]);
  await page.getByRole("button", { name: "Remove prize 2" }).dblclick();
  expect(await typed()).toEqual(["Mug", "Bag"]);
  await expect(page.getByRole("button", { name: "Remove prize 2" })).toBeFocused();
  await names.first().fill("Cup");
  await expect(page.getByText("Removed: Cap")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await typed()).toEqual(["Cup", "Cap", "Bag"]);
  await expect(page.getByText("Removed: Cap")).toHaveCount(0);
});

test("a row goes where it is dragged @javascript", async ({ page, request }) => {
  const { path } = await makeRaffle(request);
  // Dragging does not scroll: both rows are to be in view.
  await page.setViewportSize({ width: 1280, height: 3200 });
  await openStarted(page, path);
  const [first, second] = [1, 2].map((number) => page.getByRole("group", { name: `Rule ${number}` }));
  if (!first || !second) throw new Error("A test raffle has two rules.");
  await second.scrollIntoViewIfNeeded();
  const from = await second.locator(".row-handle").boundingBox();
  const to = await first.getByLabel("What to do").boundingBox();
  if (!from || !to) throw new Error("A row has a handle and a field.");
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + to.height - 5, { steps: 5 });
  await page.mouse.up();
  await expect(first.getByLabel("What to do")).toHaveValue("Share the post");
  await expect(first.getByLabel("Number")).toHaveValue("1");
  await expect(second.getByLabel("What to do")).toHaveValue("Follow our page");
});

test("a second organiser is told, and nothing is overwritten until they say so", async ({ page, request, browser }) => {
  const { path, codeId } = await makeRaffle(request);
  const { javaScriptEnabled, baseURL } = test.info().project.use;
  const other = await browser.newContext({ javaScriptEnabled: javaScriptEnabled ?? true, baseURL: baseURL ?? "" });
  const second = await other.newPage();
  await page.goto(path);
  await second.goto(new URL(path, page.url()).href);
  await nameField(page).fill("First");
  await save(page);
  await expect(page.getByText("Raffle saved.")).toBeVisible();

  await nameField(second).fill("Second");
  await save(second);
  const alert = second.getByRole("alert");
  await expect(alert.getByText("Someone saved this raffle after you opened it (access code,")).toBeVisible();
  await expect(alert.getByText("First", { exact: true })).toBeVisible();
  await expect(alert.getByText("Second", { exact: true })).toBeVisible();
  await expect(nameField(second)).toHaveValue("Second");
  await expectAccessible(second);
  expect((await (await request.get(`/api/raffles/${codeId}`)).json()).name).toBe("First");
  await second.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(second.getByText("Raffle saved.")).toBeVisible();
  expect((await (await request.get(`/api/raffles/${codeId}`)).json()).name).toBe("Second");
  await other.close();
});

test("removing what entrants chose asks first and says how many @long", async ({ page, request }) => {
  const { path, codeId } = await makeRaffle(request);
  const { rules } = await (await request.get(`/api/raffles/${codeId}`)).json();
  const entry = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody({ rules: [rules[0].id] }) });
  expect(entry.status()).toBe(201);
  await page.goto(path);
  await page.getByRole("button", { name: "Remove rule 1" }).click();
  await expect(page.getByRole("group", { name: "Rule 2" })).toHaveCount(0);
  await save(page);
  await expect(page.getByText("Rule “Follow our page” (ticked by entrants: 1)")).toBeVisible();
  await page.getByRole("button", { name: "Remove and save" }).click();
  await expect(page.getByText("Raffle saved.")).toBeVisible();
  expect((await (await request.get(`/api/raffles/${codeId}`)).json()).rules).toHaveLength(1);
});

test("what is missing is said in the spec's words", async ({ page, request }) => {
  const { path } = await makeRaffle(request);
  await page.goto(path);
  await nameField(page).fill("");
  await save(page);
  await expect(page.getByText("Failed to update raffle.")).toBeVisible();
  await expect(page.getByText("Please fill in all required raffle details.")).toBeVisible();
  await nameField(page).fill("Back again");
  const prize = page.getByRole("group", { name: "Prize 1" });
  await prize.getByText("Advanced").click();
  await prize.getByLabel("Prize code").fill("");
  await save(page);
  await expect(page.getByText("Each prize must have a Prize Code and Name.")).toBeVisible();
});

test("a wrong code, no code and an unknown raffle lead to the create page, which says why", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await makeRaffle(request);
  const turned = [
    [`/edit-raffle/${codeId}/${accessCode === "AAAA" ? "BBBB" : "AAAA"}`, "Invalid access code."],
    [`/edit-raffle/${codeId}`, "Missing raffle ID/code or access code."],
    ["/edit-raffle", "Missing raffle ID/code or access code."],
    [`/edit-raffle/NOSUCHRA/${accessCode}`, "Raffle not found."],
  ] as const;
  for (const [path, message] of turned) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/create-raffle\?/);
    await expect(page.getByRole("alert").getByText(message)).toBeVisible();
  }
});

test("the poster shows the raffle, its prizes and a QR code, and carries no framework script", async ({
  page,
  request,
}) => {
  const { codeId } = await makeRaffle(request);
  await page.goto(`/poster/${codeId}`);
  await expect(page.getByRole("heading", { name: "Noche Buena Basket" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Queso de bola" })).toBeVisible();
  await expect(page.getByAltText(`/raffle/${codeId}`)).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".poster button")).toBeHidden();
  expect(await (await request.get(`/poster/${codeId}`)).text()).not.toMatch(/<script[^>]+src=|data-start="/);
  expect((await request.get("/poster/NOSUCHRA")).status()).toBe(404);
});

test("the poster is one sheet of A4, however long its texts @javascript @long", async ({ page, request }) => {
  const wordy = Array.from({ length: 30 }, (_, index) => ({
    prizeCode: `P${index}`,
    name: "W".repeat(120),
    details: "Ham, queso de bola and fruit salad for the whole family. ".repeat(30),
    worth: "1,500.00",
    orderNumber: index,
  }));
  const wide = { name: "W".repeat(120), details: "So much to say. ".repeat(300) };
  for (const changes of [{ name: "Ham" }, wide, { ...wide, prizes: wordy }]) {
    const { codeId } = await createRaffle(request, changes);
    await page.goto(`/poster/${codeId}`);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    // A4 in points.
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    // The code is on the sheet, not cut off below it.
    await page.emulateMedia({ media: "print" });
    const sheet = await page.locator(".poster").boundingBox();
    const code = await page.locator(".poster-code").boundingBox();
    expect((code?.y ?? 0) + (code?.height ?? 0)).toBeLessThanOrEqual((sheet?.y ?? 0) + (sheet?.height ?? 0) + 1);
    await page.emulateMedia({ media: null });
    await page.goto(`/table-tent/${codeId}`);
    const tent = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(tent.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  await expect(page.getByText("and 27 more prizes").last()).toBeVisible();
});

test("after too many wrong codes the edit screen costs a puzzle, which the browser solves and opens it @long", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const { codeId, accessCode } = await makeRaffle(request);
  const wrongPath = `/edit-raffle/${codeId}/${accessCode === "AAAA" ? "BBBB" : "AAAA"}`;
  for (let tries = 0; tries < 10; tries += 1) await page.request.get(wrongPath, { maxRedirects: 0 });
  const answer = await page.goto(`/edit-raffle/${codeId}/${accessCode}`);
  expect(answer?.status()).toBe(429);
  expect(Number(answer?.headers()["retry-after"])).toBeGreaterThan(0);
  if (javaScriptEnabled === false) {
    await expect(page.getByRole("heading", { name: "One moment, please" })).toBeVisible();
    await expect(
      page.getByText(/Please wait (1 (second|minute)|([2-9]|\d{2,}) (seconds|minutes)) and then press/),
    ).toBeVisible();
    await expectAccessible(page);
  } else {
    // Solving takes a moment, on a busy machine several.
    const name = page.getByRole("textbox", { name: "Name", exact: true }).first();
    await expect(name).toHaveValue("Noche Buena Basket", { timeout: 40_000 });
  }
});

test("the changes of a raffle go on where a page of them ends @long", async ({ page, request }) => {
  const { codeId, accessCode } = await makeRaffle(request);
  const headers = asOrganiser(codeId, accessCode);
  for (let version = 1; version <= 51; version += 1) {
    const data = { version, name: `Edition ${version}` };
    expect((await request.patch(`/api/raffles/${codeId}`, { headers, data })).status()).toBe(200);
  }
  await page.goto(`/raffle-changes/${codeId}/${accessCode}`);
  const changes = page.locator(".raffle-changes > li");
  await expect(changes).toHaveCount(50);
  await expect(changes.first()).toContainText("Name: Edition 50 → Edition 51");
  await expect(page.getByRole("link", { name: "Newer changes" })).toHaveCount(0);
  await page.getByRole("link", { name: "Older changes" }).click();
  await expect(changes).toHaveCount(1);
  await expect(changes).toContainText("Name: Noche Buena Basket → Edition 1");
  await expect(page.getByRole("link", { name: "Older changes" })).toHaveCount(0);
  await page.getByRole("link", { name: "Newer changes" }).click();
  await expect(changes).toHaveCount(50);
});
