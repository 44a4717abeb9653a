import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { entryBody, raffleBody } from "../support/api.ts";
import { comeFromOwnAddress } from "./own-address.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";

test.beforeEach(({ context }) => comeFromOwnAddress(context));

async function makeRaffle(request: APIRequestContext) {
  const created = await request.post("/api/raffles", { data: raffleBody() });
  const { codeId, accessCode } = (await created.json()) as { codeId: string; accessCode: string };
  return { codeId, accessCode, path: `/edit-raffle/${codeId}/${accessCode}` };
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
  await page.getByRole("link", { name: "Changes" }).click();
  await expect(page.getByRole("heading", { name: `Raffle edited · ${codeId}` })).toBeVisible();
  await expect(page.getByText("Before: Noche Buena Basket")).toBeVisible();
});

test("a row goes where it is dragged @javascript", async ({ page, request }) => {
  const { path } = await makeRaffle(request);
  // Dragging does not scroll: both rows are to be in view.
  await page.setViewportSize({ width: 1280, height: 3200 });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
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

test("removing what entrants chose asks first and says how many", async ({ page, request }) => {
  const { path, codeId } = await makeRaffle(request);
  const { rules } = await (await request.get(`/api/raffles/${codeId}`)).json();
  const entry = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody({ rules: [rules[0].id] }) });
  expect(entry.status()).toBe(201);
  await page.goto(path);
  await page.getByRole("button", { name: "Remove rule 1" }).click();
  await expect(page.getByRole("group", { name: "Rule 2" })).toHaveCount(0);
  await save(page);
  await expect(page.getByText("The rule “Follow our page”, ticked by entrants: 1")).toBeVisible();
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
  await page.getByRole("group", { name: "Prize 1" }).getByLabel("Prize code").fill("");
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
  expect(await (await request.get(`/poster/${codeId}`)).text()).not.toMatch(/<script[^>]+src=|modulepreload/);
  expect((await request.get("/poster/NOSUCHRA")).status()).toBe(404);
});
