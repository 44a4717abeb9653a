import { expect, type Page } from "@playwright/test";
import { logIn, newEmail, PASSWORD, register } from "./own-account.ts";
import { newAddress } from "./own-address.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";

const fields = ["Username", "Email", "Password", "Re-enter password"] as const;

async function fillIn(page: Page, typed: Partial<Record<(typeof fields)[number], string>>): Promise<void> {
  for (const name of fields) {
    const value = typed[name];
    if (value !== undefined) await page.getByRole("textbox", { name: new RegExp(`^${name}`) }).fill(value);
  }
  await page.getByRole("button", { name: "Register" }).click();
}

test("registering says what is missing, and keeps what was typed", async ({ page }) => {
  await page.goto("/register");
  await fillIn(page, { Username: "Aling Nena" });
  await expect(page.getByText("Please fill out all fields.")).toBeVisible();
  for (const name of ["Email", "Password", "Re-enter password"]) {
    await expect(page.getByRole("link", { name: `${name}: Please fill out this field.`, exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await expectFits(page);
  await expect(page.getByLabel("Username")).toHaveValue("Aling Nena");

  const email = newEmail();
  await fillIn(page, { Email: email, Password: "secret one", "Re-enter password": "secret two" });
  await expect(page.getByText("Passwords do not match.").first()).toBeVisible();
  await fillIn(page, { Password: "12345", "Re-enter password": "12345" });
  await expect(page.getByText("Password must be at least 6 characters.").first()).toBeVisible();

  await fillIn(page, { Password: "123456", "Re-enter password": "123456" });
  await expect(page.getByText(/one of the first that others would try/).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Use it anyway").check();
  await fillIn(page, { Password: "123456", "Re-enter password": "123456" });
  await expect(page).toHaveURL(/\/$/);

  await page.goto("/register");
  await fillIn(page, { Username: "Other", Email: email, Password: PASSWORD, "Re-enter password": PASSWORD });
  await expect(page.getByText("This email already has an account.").first()).toBeVisible();
});

test("logging in leads back to the page that asked, and logging out ends the session @both", async ({
  page,
  request,
}) => {
  const email = await register(page);
  await page.goto("/create-raffle");
  const session = (await page.context().cookies()).find(({ name }) => name === "tambiolo.session_token");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  // The cookie that the browser had is worth nothing now.
  const cookie = `tambiolo.session_token=${session?.value}`;
  expect(await (await request.get("/create-raffle", { headers: { cookie } })).text()).not.toContain("/sign-out");

  await page.goto("/login?next=/create-raffle%3Fa%3D1");
  await expectAccessible(page);
  await expectFits(page);
  const failure = "Email and password do not match. Please check both and try again.";
  await logIn(page, email, "not this one");
  await expect(page.getByText(failure)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Password")).toHaveValue("");
  await expectAccessible(page);
  await logIn(page, newEmail(), "not this one");
  // The answer empties the password: until then the sentence is the one of before.
  await expect(page.getByLabel("Password")).toHaveValue("");
  await expect(page.getByText(failure)).toBeVisible();
  await logIn(page, "", "");
  await expect(page.getByText("Please fill out all fields.")).toBeVisible();
  await logIn(page, email);
  await expect(page).toHaveURL(/\/create-raffle\?a=1$/);
});

test("logging in leads to no other site", async ({ page, baseURL }) => {
  const email = await register(page);
  await page.goto("/login?next=//evil.example");
  await expect(page).toHaveURL(`${baseURL}/admin-raffle-list`);
  for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example", "/..//evil.example"]) {
    await page.context().clearCookies();
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await logIn(page, email);
    await expect(page).toHaveURL(`${baseURL}/`);
  }
});

test("whoever guesses an account's password from many addresses is told how long to wait @javascript", async ({
  page,
  request,
  baseURL,
}) => {
  const email = await register(page);
  const form = { email, password: "not this one" };
  const headers = { origin: String(baseURL), "accept-language": "en" };
  const statuses: number[] = [];
  for (let one = 0; one < 12; one += 1) {
    const from = { ...headers, "x-forwarded-for": newAddress() };
    const answer = await request.post("/login", { form, headers: from, maxRedirects: 0 });
    statuses.push(answer.status());
    if (answer.status() === 429) {
      expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(0);
      expect(await answer.text()).toContain("Too many wrong passwords. Please wait");
    }
  }
  expect(statuses).toEqual([...Array<number>(11).fill(401), 429]);
});

test("a network where passwords are guessed costs a puzzle, which the browser solves and logs in @javascript @long", async ({
  page,
  context,
}) => {
  // Each of its passwords costs a hash, and two wait for each other.
  const email = await register(page);
  await context.clearCookies();
  for (let one = 0; one < 10; one += 1) {
    const form = { email: `nobody.${one}@example.com`, password: "not this one" };
    expect(
      (await page.request.post("/login", { form, headers: { origin: new URL(page.url()).origin } })).status(),
    ).toBe(401);
  }
  const asked = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.status() === 429);
  await page.goto("/login");
  await logIn(page, email);
  await asked;
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Profile" }).first()).toBeVisible();
});

test("a network that registers by the dozen pays with a puzzle, which the browser solves and registers @javascript @long", async ({
  page,
  context,
}) => {
  const email = await register(page);
  const origin = new URL(page.url()).origin;
  await context.clearCookies();
  await context.setExtraHTTPHeaders({ "x-forwarded-for": newAddress() });
  const form = { username: "Nena", email, password: PASSWORD, repeated: PASSWORD };
  for (let one = 0; one < 40; one += 1) {
    expect((await page.request.post("/register", { form, headers: { origin } })).status()).toBe(409);
  }
  const asked = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.status() === 429);
  await register(page, "Aling Luz");
  await asked;
  await expect(page.getByRole("link", { name: "Profile" }).first()).toBeVisible();
});

test("a form of another site logs nobody in or out @read-only", async ({ page, request }) => {
  const email = await register(page);
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  for (const path of ["/login", "/register", "/sign-out"]) {
    const answer = await request.post(path, { form: { email, password: PASSWORD }, headers, maxRedirects: 0 });
    expect(answer.status()).toBe(403);
    expect(answer.headers()["set-cookie"]).toBeUndefined();
  }
  for (const path of ["/api/auth/get-session", "/api/auth/sign-in/email"]) {
    expect((await request.get(path)).status()).toBe(404);
  }
});
