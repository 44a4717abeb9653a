import { expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { openStarted, startPage } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("an answer that gets lost on the way costs nothing: the same form again is the same entry @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await openStarted(page, `/raffle-entry/${codeId}`);
  await fillEntryForm(page, entryBody());
  // The site stores the entry, and the connection breaks before its answer arrives.
  let lost: unknown;
  const submission = /\/entries\?lang=en$/;
  await page.route(submission, async (route) => {
    lost = await (await route.fetch()).json();
    await route.abort();
  });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("The site did not answer.")).toBeVisible();
  await page.unroute(submission);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
  expect(await page.locator(".ticket-code").textContent()).toBe((lost as { entryCode: string }).entryCode);
});

test("a page with a form knows its own address alone, and asks for no list of others @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  const scripts: string[] = [];
  page.on("request", (asked) => scripts.push(new URL(asked.url()).pathname));
  await openStarted(page, `/raffle-entry/${codeId}`);
  const known = await page.evaluate(() => Object.keys((window as unknown as Started).__reactRouterManifest.routes));
  expect(known).toEqual(["root", "site/entry-form/raffle-entry.route"]);
  // Also a check of the measurement.
  expect(scripts.some((path) => path.startsWith("/assets/framework-"))).toBe(true);
  expect(scripts.filter((path) => path.startsWith("/assets/manifest-"))).toEqual([]);
});

type Started = { readonly __reactRouterManifest: { readonly routes: Record<string, unknown> } };

test("a form sent twice by a browser without scripts is one entry @javascript", async ({ request }) => {
  const { codeId } = await createRaffle(request);
  const { acceptTerms: _, ...person } = entryBody();
  const send = async () => {
    const form = { ...(person as Record<string, string>), acceptTerms: "on", entryCode: "" };
    const answer = await request.post(`/raffle-entry/${codeId}`, { form });
    expect(answer.status()).toBe(201);
    return /class="ticket-code"[^>]*>(.+?)<\/p>/.exec(await answer.text())?.[1]?.replaceAll(/<[^>]+>/g, "");
  };
  const codes = [...(await Promise.all([send(), send()])), await send()];
  expect(codes[0]).toMatch(/^[A-Z]{8}$/);
  expect(new Set(codes).size).toBe(1);
});

test("a form has its code before its scripts have come, and keeps it when they take over @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  // In the way in which people write addresses, and not the one in which the page is kept.
  await page.goto(`/raffle-entry/${codeId.toLowerCase()}?utm_source=x`);
  const code = page.locator("input[name=entryCode]");
  await expect(code).toHaveValue(/^[A-Z]{8}$/);
  const drawn = await code.inputValue();
  scripts.resolve();
  await startPage(page);
  await expect(code).toHaveValue(drawn);
  await fillEntryForm(page, entryBody());
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.locator(".ticket-code")).toHaveText(drawn);
  await expect(page).toHaveURL(`/raffle-entry/${codeId.toLowerCase()}?utm_source=x`);
  expect(problems).toEqual([]);
});

test("who only reads the form starts no framework; a touch does, or what this browser has stored @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await page.goto(`/raffle-entry/${codeId}`);
  // Its files are there for the first touch.
  await expect(page.locator("link[rel=modulepreload]")).not.toHaveCount(0);
  await page.waitForLoadState("networkidle");
  const waiting = page.locator("script[data-when-used]");
  await expect(waiting).toHaveCount(1);
  await page.getByLabel("First name").focus();
  await page.locator("html[data-started]").waitFor();
  await page.keyboard.type("Ana");
  await page.reload();
  await page.locator("html[data-started]").waitFor();
  await expect(page.getByLabel("First name")).toHaveValue("Ana");
});

test("a site that is too busy is asked again by the form itself, which says that it waits @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await openStarted(page, `/raffle-entry/${codeId}`);
  await fillEntryForm(page, entryBody());
  const [turnedAway, letIn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let busy = 2;
  await page.route(/\/entries\?lang=en$/, async (route) => {
    busy -= 1;
    if (busy >= 0) return route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { code: "site-busy" } });
    turnedAway.resolve();
    await letIn.promise;
    return route.continue();
  });
  await page.getByRole("button", { name: "Submit" }).click();
  await turnedAway.promise;
  await expect(page.getByText("You are in line, and your entry goes in by itself")).toBeVisible();
  letIn.resolve();
  await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
});

test("what is typed and ticked before the scripts have come stays, and goes with the rest @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`/raffle-entry/${codeId}`);
  const person = entryBody();
  await fillEntryForm(page, person);
  await expect(page.locator("html[data-started]")).toHaveCount(0);
  scripts.resolve();
  await page.locator("html[data-started]").waitFor();
  await expect(page.getByLabel("First name")).toHaveValue(String(person.firstName));
  await expect(page.getByLabel("I am 18 or older")).toBeChecked();
  const sent = page.waitForRequest(/\/entries\?lang=en$/);
  await page.getByRole("button", { name: "Submit" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ lastName: person.lastName, phone: person.phone });
  await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
});

for (const [what, files] of [
  ["scripts", "**/assets/*.js"],
  ["texts", "**/assets/*.json"],
] as const)
  test(`a form whose ${what} have not come is sent as it would be without them @javascript`, async ({
    page,
    request,
  }) => {
    const { codeId } = await createRaffle(request);
    await page.route(files, (route) => route.abort());
    await page.goto(`/raffle-entry/${codeId}`);
    await fillEntryForm(page, entryBody());
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
    await expect(page.locator("html[data-started]")).toHaveCount(0);
  });

test("a form gone back to after success takes the next person of the household @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await page.goto(`/raffle-entry/${codeId}`);
  const usedCode = await page.locator("input[name=entryCode]").inputValue();
  await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody({ entryCode: usedCode }) });
  await fillEntryForm(page, entryBody());
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
  expect(await page.locator(".ticket-code").textContent()).not.toBe(usedCode);
});

test("a link whose network the raffle does not ask for is not there @read-only", async ({ page, request }) => {
  const { codeId } = await createRaffle(request, { facebookLink: "not-asked", instagramLink: "optional" });
  await page.goto(`/raffle-entry/${codeId}`);
  await expect(page.getByLabel("Facebook link")).toHaveCount(0);
  await expect(page.getByLabel("Instagram link (optional)")).toBeVisible();
});

test("one prize offers no choice, and takes a note @read-only", async ({ page, request }) => {
  const { codeId } = await createRaffle(request, { prizes: [{ prizeCode: "HAM", name: "Ham", numberOfWinners: 1 }] });
  await page.goto(`/raffle-entry/${codeId}`);
  await expect(page.getByText("There is one prize, so there is nothing to choose.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Ham" })).toHaveCount(0);
  await expect(page.getByLabel("Wishlist note for Ham")).toBeVisible();
});

test("fields have the types and autocomplete tokens that a phone fills them in by @read-only", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await page.goto(`/raffle-entry/${codeId}`);
  const fields = {
    firstName: { type: "text", autocomplete: "given-name" },
    lastName: { type: "text", autocomplete: "family-name" },
    address: { type: "text", autocomplete: "street-address" },
    phone: { type: "tel", autocomplete: "tel" },
    email: { type: "email", autocomplete: "email" },
  };
  for (const [name, { type, autocomplete }] of Object.entries(fields)) {
    const field = page.locator(`input[name=${name}]`);
    await expect(field).toHaveAttribute("type", type);
    await expect(field).toHaveAttribute("autocomplete", autocomplete);
  }
  await expect(page.getByLabel("You may also send me promotional emails")).not.toBeChecked();
});

test("the keyboard alone joins a raffle @javascript", async ({ page, request }) => {
  const { codeId } = await createRaffle(request, { facebookLink: "not-asked", instagramLink: "not-asked", rules: [] });
  await page.goto(`/raffle-entry/${codeId}`);
  const person = entryBody();
  await page.getByLabel("First name").focus();
  for (const field of ["firstName", "lastName", "address", "phone", "email"]) {
    await page.keyboard.type(String(person[field]));
    await page.keyboard.press("Tab");
  }
  const terms = page.getByLabel("I am 18 or older");
  for (let presses = 0; presses < 10; presses += 1) {
    if (await terms.evaluate((box) => box === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "You are in" })).toBeFocused();
});

test("who mistypes a mail service is asked at the field, and one press mends it @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  await openStarted(page, `/raffle-entry/${codeId}`);
  const email = page.getByRole("textbox", { name: "Email" });
  await email.fill("ana@gmial.com");
  await email.press("Tab");
  const question = page.getByRole("status").filter({ hasText: "Did you mean gmail.com?" });
  await question.getByRole("button", { name: "Yes, change it" }).click();
  await expect(email).toHaveValue("ana@gmail.com");
  await expect(email).toBeFocused();
  await expect(question).toHaveCount(0);
  await page.reload();
  await expect(email).toHaveValue("ana@gmail.com");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a ticked box is seen to be ticked, ${colorScheme} @read-only`, async ({ page, request }) => {
    const { codeId } = await createRaffle(request);
    await page.emulateMedia({ colorScheme });
    await page.goto(`/raffle-entry/${codeId}`);
    const box = page.getByLabel("Follow our page");
    const fill = () => box.evaluate((input) => getComputedStyle(input).backgroundColor);
    const empty = await fill();
    await box.check();
    await expect.poll(fill).not.toBe(empty);
    expect(await fill()).not.toBe("rgba(0, 0, 0, 0)");
  });
}
