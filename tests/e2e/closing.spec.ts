import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { DAY_MS } from "#src/base/clock.ts";
import { asOrganiser, entryBody } from "../support/api.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

const TOO_LATE = "Too late! This raffle is already locked in. Winners will be announced soon!";
const JOIN = "Join & Manifest the Prize!";

const fromNow = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** A raffle that closes in some seconds, with an entry that its page counts. */
async function enteredRaffle(request: APIRequestContext): Promise<string> {
  const { codeId, accessCode } = await createRaffle(request, { dueDate: fromNow(20), rules: [] });
  await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  await expect(async () => {
    const headers = asOrganiser(codeId, accessCode);
    const { bySource } = await (await request.get(`/api/raffles/${codeId}/overview`, { headers })).json();
    expect(bySource).toMatchObject([{ entries: 1 }]);
  }).toPass();
  return codeId;
}

async function expectClosed(page: Page): Promise<void> {
  await expect(page.locator(".countdown:not([data-running]) > p:visible")).toHaveText("Closed");
  await expect(page.locator(".raffle-stub").getByText(TOO_LATE)).toBeVisible();
  await expect(page.getByRole("link", { name: JOIN })).toHaveCount(0);
  for (const name of [JOIN, "Search Your Entry"]) await expect(page.getByRole("button", { name })).toBeDisabled();
  await expect(page.locator(".raffle-closes time:visible")).toHaveText(/^Closed /);
}

test("an open page counts the last hour down, and is a closed one when it is over @javascript", async ({
  page,
  request,
}) => {
  const codeId = await enteredRaffle(request);
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.goto(`/raffle/${codeId}`);
  const flaps = page.locator(".countdown-flaps span:visible");
  await expect(flaps).toHaveText([/^00\s*min$/, /^[01]\d\s*sec$/]);
  await expect(page.getByRole("link", { name: JOIN })).toBeVisible();
  await expectClosed(page);
  expect(loads).toBe(1);
  // The site serves the closed page from then on, although it had the open one in its memory.
  await expect(async () => {
    const answer = await (await request.get(`/raffle/${codeId}?lang=en`)).text();
    expect(answer).toContain(TOO_LATE);
    expect(answer).not.toContain('data-while="open"');
  }).toPass({ timeout: 1500 });
  await page.reload();
  await expect(page.getByText(TOO_LATE)).toBeVisible();
});

for (const [is, minutes] of [
  ["fast", 300],
  ["slow", -300],
] as const) {
  test(`it closes by the site's clock where the device's is ${is} @javascript${is === "slow" ? " @long" : ""}`, async ({
    page,
    request,
  }) => {
    const codeId = await enteredRaffle(request);
    await page.clock.install({ time: Date.now() + minutes * 60_000 });
    await page.goto(`/raffle/${codeId}`);
    await expect(page.locator(".countdown-flaps span:visible")).toHaveText([/^00/, /^[01]\d/]);
    await expect(page.getByRole("link", { name: JOIN })).toBeVisible();
    await expectClosed(page);
  });
}

test("a page that saw nobody joined promises no winners as it closes @javascript @long", async ({ page, request }) => {
  const { codeId } = await createRaffle(request, { dueDate: fromNow(8) });
  await page.goto(`/raffle/${codeId}`);
  await expect(page.locator(".countdown:not([data-running]) > p:visible")).toHaveText("Closed");
  await expect(page.getByText(TOO_LATE)).toBeHidden();
});

test("a form and an entry that stay open close at the due date, which the site knows @javascript", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request);
  const joined = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const { entryCode } = (await joined.json()) as { entryCode: string };
  const asked = () => page.waitForResponse((one) => new URL(one.url()).pathname === `/api/raffles/${codeId}`);
  await page.clock.install();

  await openStarted(page, `/raffle-entry/${codeId}`);
  const other = await page.context().newPage();
  await other.clock.install();
  await openStarted(other, `/raffle-entry/${codeId}/${entryCode}`);
  const notes = other.getByRole("button", { name: "Update Wishlist Notes" });
  await page.getByLabel("Last name").fill("Cruz");
  const send = page.getByRole("button", { name: /^Send my entry/ });
  // This device's clock is wrong: the raffle is open for a week.
  const answered = asked();
  await page.clock.fastForward(8 * DAY_MS);
  await page.clock.runFor(6000);
  await answered;
  await expect(send).toBeEnabled();
  await expect(notes.last()).toBeEnabled();

  const { version } = await (await request.get(`/api/raffles/${codeId}`)).json();
  const closed = await request.patch(`/api/raffles/${codeId}`, {
    headers: asOrganiser(codeId, accessCode),
    data: { version, dueDate: fromNow(-1) },
  });
  expect(closed.status()).toBe(200);
  for (const one of [page, other]) {
    await one.clock.fastForward(16 * DAY_MS);
    await one.clock.runFor(6000);
  }
  await expect(send).toBeDisabled();
  await expect(page.getByRole("status").getByText("Submission is closed. The due date has passed.")).toBeVisible();
  await expect(page.getByLabel("Last name")).toHaveValue("Cruz");
  await expect(notes).toHaveCount(0);
  await expect(other.getByRole("switch").first()).toBeDisabled();
});
