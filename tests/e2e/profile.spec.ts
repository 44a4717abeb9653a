import { expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { openMore } from "./open-more.ts";
import { becomeAdmin, grantAdmin, logIn, PASSWORD, register, setUpSecondFactor } from "./own-account.ts";
import { comeFromOwnAddress } from "./own-address.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { openLogAt } from "./site-log.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

/** Creates a raffle on the page, as whoever is signed in there; answers its codes. */
async function createOnPage(page: Page, name: string) {
  await page.goto("/create-raffle");
  await page.getByLabel("Name").first().fill(name);
  await page.getByLabel("Details").first().fill("Ham and queso de bola.");
  await page.getByLabel("Due date").fill("2030-12-20T18:00");
  await openMore(page);
  await page.getByLabel("Draw date").fill("2030-12-24T12:00");
  const prize = page.getByRole("group", { name: "Prize 1" });
  await prize.getByLabel("Name").fill("Ham");
  await page.getByRole("group", { name: "Rule 1" }).getByLabel("What to do").fill("Follow our page");
  await page.locator("form").getByRole("button", { name: "Create raffle" }).last().click();
  await expect(page.getByText("Raffle successfully created!")).toBeVisible();
  const [codeId = "", accessCode = ""] = await page.locator(".ticket-code").allTextContents();
  return { codeId, accessCode };
}

test("guests and users are led to the login, and from there back @long", async ({ page }) => {
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/);
  await expect(page.getByText("Please log in to see that page.")).toBeVisible();
  for (const path of [
    "/admin",
    "/admin/raffles",
    "/admin/events",
    "/admin/users",
    "/admin/mails",
    "/admin/jobs",
    "/admin/changes",
    "/draw-list/ABCD1234/-",
  ]) {
    await page.goto(path);
    const next = encodeURIComponent(path);
    await expect(page).toHaveURL(new RegExp(`/login\\?next=${next}$`));
  }
  const email = await register(page, "Plain User");
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/login\?next=%2Fadmin$/);
  await expect(page.getByText("You are logged in as Plain User, but that page needs another account.")).toBeVisible();
  await grantAdmin(email);
  await logIn(page, email);
  // What an admin can do is worth a second factor, without which no admin page opens.
  await expect(page).toHaveURL(/\/second-factor\?next=%2Fadmin$/);
  await expect(page.getByText("Admins need a second factor.")).toBeVisible();
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/second-factor\?next=%2Fadmin%2Fusers$/);
  await page.goto("/profile");
  await expect(page.getByRole("link", { name: "Set it up" })).toBeVisible();
  const { backupCodes } = await setUpSecondFactor(page);
  expect(backupCodes).toHaveLength(10);
  await page.goto("/profile");
  await expect(page.getByText(/^On since /)).toBeVisible();
  await page.goto("/admin");
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/admin");
  await logIn(page, email);
  await expect(page).toHaveURL(/\/login-code\?next=%2Fadmin$/);
  await expectAccessible(page);
  await expectFits(page);
  await page.getByLabel("Code from your app").fill("000000");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("That code is not right, or it was used already.").first()).toBeVisible();
  await page.getByLabel("Code from your app").fill(backupCodes[0] ?? "");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page).toHaveTitle("ADMIN | Tambiolo");
});

test("somebody changes their name and password, and logs another browser out", async ({ page, browser, baseURL }) => {
  const email = await register(page, "Nena");
  const other = await browser.newContext({ baseURL, javaScriptEnabled: test.info().project.use.javaScriptEnabled });
  await comeFromOwnAddress(other);
  const elsewhere = await other.newPage();
  await elsewhere.goto("/login?next=/profile");
  await logIn(elsewhere, email);
  await expect(elsewhere).toHaveTitle("PROFILE | Tambiolo");

  await page.goto("/profile");
  await page.getByLabel("Username").fill(" ");
  await page.getByRole("button", { name: "Change username" }).click();
  await expect(page.getByText("Please fill out all fields.")).toBeVisible();
  await page.getByLabel("Username").fill("Tindahan ni Nena");
  await page.getByRole("button", { name: "Change username" }).click();
  await expect(page.getByText("Your username is changed.")).toBeVisible();
  await expect(page.getByLabel("Username")).toHaveValue("Tindahan ni Nena");

  await page.getByRole("button", { name: /^Log out: / }).click();
  await expect(page.getByText("That browser is logged out.")).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await logIn(elsewhere, email);
  await expect(elsewhere).toHaveTitle("PROFILE | Tambiolo");

  const next = "papaya street at noon";
  const change = async (current: string) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByRole("textbox", { name: /^New password/ }).fill(next);
    await page.getByLabel("Re-enter password").fill(next);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await change("not this one");
  await expect(page.getByText("This is not your current password.").first()).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await change(PASSWORD);
  await expect(page.getByText("Your password is changed. You are logged out everywhere else.")).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await logIn(elsewhere, email);
  await expect(elsewhere.getByText("Email and password do not match.")).toBeVisible();
  await logIn(elsewhere, email, next);
  await expect(elsewhere).toHaveTitle("PROFILE | Tambiolo");
  await other.close();
});

test("an owner manages a raffle without its code, and nobody else does @long", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  await register(page, "Nena");
  const name = `Kept ${Date.now()}`;
  const { codeId } = await createOnPage(page, name);
  const joined = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody({ lastName: "Owneda" }) });
  const { entryCode } = (await joined.json()) as { entryCode: string };

  await page.goto("/profile");
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("link", { name: `Open the desk ${name}` }).click();
  await expect(page).toHaveTitle(/^OVERVIEW/);
  await page.goto(`/draw-list/${codeId}/-`);
  await expect(page.getByText(/Owneda/).first()).toBeVisible();
  await page.goto(`/update-entry/${entryCode}`);
  await expect(page.getByText("This raffle belongs to your account: you need no access code.")).toBeVisible();
  await page.getByLabel("First Name").fill("Josefa");
  await page.getByRole("button", { name: "Update Entry Info" }).click();
  await expect(page.getByText("✅ Entry info updated successfully!")).toBeVisible();
  await page.getByRole("button", { name: "Back to Draw List" }).click();
  await expect(page).toHaveURL(`${baseURL}/draw-list/${codeId}/-`);
  const csv = await page.context().request.get(`/api/raffles/${codeId}/entries.csv`);
  expect(await csv.text()).toContain("Owneda");
  await page.goto(`/raffle-changes/${codeId}/-`);
  await expect(page.getByText(/Nena \(person\..+@example\.com\)/).first()).toBeVisible();
  // No pass was left: the session is all that opened it. The time of the visit opens nothing.
  expect((await page.context().cookies()).map((cookie) => cookie.name)).toEqual([
    "tambiolo.session_token",
    "signed-in",
    `desk-visit-${codeId}`,
  ]);

  const other = await browser.newContext({ baseURL, javaScriptEnabled: test.info().project.use.javaScriptEnabled });
  await comeFromOwnAddress(other);
  const stranger = await other.newPage();
  await register(stranger, "Stranger");
  const answer = await stranger.goto(`/draw-list/${codeId}/-`);
  expect(answer?.status()).toBe(403);
  await expect(stranger.getByText("Access code mismatch.")).toBeVisible();
  expect((await other.request.get(`/api/raffles/${codeId}/entries.csv`)).status()).toBe(403);
  await other.close();
});

test("an admin unpublishes, resets, bans, and reads it all in the audit log @long", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const other = await browser.newContext({ baseURL, javaScriptEnabled: test.info().project.use.javaScriptEnabled });
  await comeFromOwnAddress(other);
  const victim = await other.newPage();
  const bad = await register(victim, "Bad Actor");
  const email = await register(page, "Boss");
  await becomeAdmin(page, email);
  const name = `Watched ${Date.now()}`;
  const { codeId, accessCode } = await createRaffle(request, { name });

  await page.goto(`/admin/raffles?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Unpublish ${name}`, exact: true }).click();
  await expect(page.getByText(`${name} is off the public list.`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Unpublish ${name}` })).toHaveCount(0);
  await page.getByRole("button", { name: `Publish ${name}`, exact: true }).click();
  await expect(page.getByText(`${name} is on the public list.`)).toBeVisible();
  await page.getByRole("button", { name: `New access code for ${name}` }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  const works = (code: string) => request.post(`/api/raffles/${codeId}/access`, { data: { accessCode: code } });
  expect((await works(accessCode)).status()).toBe(204);
  await page.getByRole("button", { name: `New access code for ${name}` }).click();
  await expect(page.getByRole("button", { name: "Yes, make a new one" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Yes, make a new one" }).click();
  const renewed = String(await page.locator(".ticket-code").textContent());
  expect((await works(renewed)).status()).toBe(204);
  expect((await works(accessCode)).status()).toBe(403);
  await expectAccessible(page);
  await expectFits(page);

  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`);
  await expect(page.getByText("This is you")).toBeVisible();
  await page.goto(`/admin/users?q=${encodeURIComponent(bad)}`);
  await page.getByRole("button", { name: "Make admin: Bad Actor" }).click();
  // Without mail, somebody has to say that they know whose account it is.
  await expect(page.getByText("This site sends no emails, so nobody could verify the address")).toBeVisible();
  await page.getByRole("button", { name: "Yes, this account is theirs: make admin Bad Actor" }).click();
  await expect(page.getByText("Bad Actor is an admin now.")).toBeVisible();
  await page.getByRole("button", { name: "Make user: Bad Actor" }).click();
  await expect(page.getByText("Bad Actor is a user now.")).toBeVisible();
  await page.getByRole("button", { name: "Ban Bad Actor" }).click();
  await expect(page.getByRole("alert")).toHaveText(/^Ban Bad Actor\? They are logged out everywhere/);
  await page.getByRole("button", { name: "Yes, ban Bad Actor" }).click();
  await expect(page.getByText("Bad Actor is banned and logged out everywhere.")).toBeVisible();
  await victim.goto("/profile");
  await expect(victim).toHaveURL(/\/login/);
  await logIn(victim, bad);
  await expect(victim.getByText("This account is closed.")).toBeVisible();
  await page.getByRole("button", { name: "Unban Bad Actor" }).click();
  await expect(page.getByRole("button", { name: "Ban Bad Actor", exact: true })).toBeVisible();
  await logIn(victim, bad);
  await expect(victim).toHaveURL(/\/profile$/);

  for (const action of [
    "Raffle unpublished",
    "New access code made",
    "Role changed",
    "User banned",
    "User let in again",
  ]) {
    await openLogAt(page, { heading: new RegExp(`^${action} · `), actor: `Boss (${email})` });
    expect(await page.content()).not.toContain(renewed);
  }
  for (const path of ["/admin", "/admin/raffles", "/admin/events", "/admin/users", "/admin/changes"]) {
    await page.goto(path);
    await expectAccessible(page);
    await expectFits(page);
  }
  await other.close();
});
