import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { comeFromOwnAddress, newAddress } from "./own-address.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

/** What a robot does, and now and then an eager password manager. */
async function fillTrap(page: Page): Promise<void> {
  await page.locator("input[name=homepage]").fill("https://spam.example", { force: true });
}

/** Lets a whole town enter from one address, until the next has to solve a puzzle. */
async function crowd(request: APIRequestContext, codeId: string, address: string): Promise<void> {
  const headers = { "x-forwarded-for": address };
  const send = () => request.post(`/api/raffles/${codeId}/entries`, { headers, data: entryBody() });
  const answers = await Promise.all(Array.from({ length: 101 }, send));
  expect(answers.filter((answer) => answer.status() === 429)).toHaveLength(1);
}

/** Collects what the page's policy blocked; a page that works within it has nothing here. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const blocked: string[] = [];
    Object.assign(globalThis, { blocked });
    addEventListener("securitypolicyviolation", (event) =>
      blocked.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return () => page.evaluate(() => (globalThis as unknown as { blocked: string[] }).blocked);
}

test("the hidden field is out of reach of eyes, keyboard and screen readers @read-only", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  await page.goto(`/raffle-entry/${codeId}`);
  const trap = page.locator("input[name=homepage]");
  await expect(trap).toHaveAttribute("tabindex", "-1");
  await expect(trap).toHaveAttribute("autocomplete", "off");
  await expect(page.getByRole("textbox", { name: "Homepage" })).toHaveCount(0);
  const place = page.locator(".visually-hidden").filter({ has: trap });
  expect(await place.boundingBox()).toMatchObject({ width: 1, height: 1 });
  await expectAccessible(page);
  await expectFits(page);
});

test("whoever fills in the hidden field solves a puzzle without noticing, and is in @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  const blocked = await watchPolicy(page);
  await openStarted(page, `/raffle-entry/${codeId}`);
  await fillEntryForm(page, entryBody());
  await fillTrap(page);
  const asked = page.waitForResponse(
    (answer) => new URL(answer.url()).pathname.endsWith("/entries") && answer.status() === 429,
  );
  await page.getByRole("button", { name: "Submit" }).click();
  await asked;
  await expect(page.getByRole("heading", { name: "We have your entry" })).toBeFocused();
  await expect(page.locator(".ticket-code")).toHaveText(/^[A-Z]{8}$/);
  expect(await blocked()).toEqual([]);
});

test("the person is told that a puzzle is being solved, and may go on typing @javascript @long", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  // The solver does not arrive before the test has looked around.
  const arrive = Promise.withResolvers<void>();
  await page.route("**/assets/*solver-worker*", async (route) => {
    await arrive.promise;
    await route.continue();
  });
  await openStarted(page, `/raffle-entry/${codeId}`);
  await fillEntryForm(page, entryBody());
  await fillTrap(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("status").getByText("Your device is solving a short puzzle")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "How far the puzzle is solved" })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByLabel("First name").fill("Josefina");
  await page.getByLabel("First name").press("Enter");
  arrive.resolve();
  await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
  await page.getByRole("link", { name: "View Full Entry" }).click();
  await expect(page.getByText("Josefina")).toBeVisible();
});

test("a device that cannot solve it says so, loses nothing, and can try again @javascript @long", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await page.route("**/assets/*solver-worker*", (route) => route.abort());
  await openStarted(page, `/raffle-entry/${codeId}`);
  const person = entryBody();
  await fillEntryForm(page, person);
  await fillTrap(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("alert")).toContainText("Your device could not solve the puzzle");
  await expect(page.getByLabel("First name")).toHaveValue(String(person.firstName));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
});

test("a form sent before its scripts have arrived is solved by those of the answer @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(`/raffle-entry/${codeId}`);
  await fillEntryForm(page, entryBody());
  await fillTrap(page);
  await page.unroute("**/assets/*.js");
  const answered = page.waitForResponse((answer) => answer.request().isNavigationRequest());
  await page.getByRole("button", { name: "Submit" }).click();
  expect((await answered).status()).toBe(429);
  await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
});

test("a hundred people later, the next on that address is in as well @javascript @long", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  const address = newAddress();
  await comeFromOwnAddress(page.context(), address);
  await openStarted(page, `/raffle-entry/${codeId}`);
  await fillEntryForm(page, entryBody());
  await crowd(request, codeId, address);
  const asked = page.waitForResponse(
    (answer) => new URL(answer.url()).pathname.endsWith("/entries") && answer.status() === 429,
  );
  await page.getByRole("button", { name: "Submit" }).click();
  await asked;
  await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the form says why it has to wait, how long, and keeps what was typed", async ({ page, request }) => {
    const { codeId } = await createRaffle(request);
    const address = newAddress();
    await comeFromOwnAddress(page.context(), address);
    await page.goto(`/raffle-entry/${codeId}`);
    const person = entryBody();
    await fillEntryForm(page, person);
    await crowd(request, codeId, address);
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await page.getByRole("button", { name: "Submit" }).click();
    const answer = await answered;
    expect(answer.status()).toBe(429);
    const seconds = answer.headers()["retry-after"];
    await expect(page.getByRole("alert")).toContainText(`please wait ${seconds} seconds and send it again`);
    for (const field of ["firstName", "address", "phone", "email"]) {
      await expect(page.locator(`input[name=${field}]`)).toHaveValue(String(person[field]));
    }
    await expect(page.getByText("Your device is solving")).toHaveCount(0);
    await expectFits(page);
  });

  test("a hidden field that was filled in is emptied, and the next try is taken @both", async ({ page, request }) => {
    const { codeId } = await createRaffle(request);
    await page.goto(`/raffle-entry/${codeId}`);
    await fillEntryForm(page, entryBody());
    await fillTrap(page);
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("alert")).toContainText("A field that people do not see was filled in");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
  });
});
