import type { Page } from "@playwright/test";
import { appCode } from "../support/authenticator.ts";
import { type DrivenForm, press } from "./form-faults.ts";
import { becomeAdmin, logIn, newEmail, PASSWORD, register, setUpSecondFactor } from "./own-account.ts";
import { openStarted } from "./started-page.ts";
import { createRaffle } from "./test-raffle.ts";

async function openProfile(page: Page): Promise<void> {
  await signInAnew(page, "Before");
  await page.goto("/profile");
  await page.getByLabel("Username").fill("After");
  await page.getByLabel("Current password").fill("not this one");
}

/** The page of a second factor that is switched on, with a backup code typed. */
async function openSecondFactor(page: Page): Promise<void> {
  await signInAnew(page);
  const { backupCodes } = await setUpSecondFactor(page);
  await page.goto("/second-factor");
  await page.getByLabel("Code from your app").fill(backupCodes[0] ?? "");
}

async function signInAnew(page: Page, username?: string): Promise<string> {
  await page.context().clearCookies();
  return register(page, username);
}

/** The forms about accounts and passes, but for those that need a mail server. */
export const DRIVEN_ACCOUNT_FORMS: Readonly<Record<string, DrivenForm>> = {
  "a new account": {
    async open(page) {
      await page.context().clearCookies();
      await openStarted(page, "/register");
      await page.getByLabel("Username").fill("Typed");
      await page.getByLabel("Email").fill(newEmail());
      await page.getByLabel("Password", { exact: false }).first().fill(PASSWORD);
      await page.getByLabel("Re-enter password").fill(PASSWORD);
    },
    press: press("Register"),
    failed: "Registration failed.",
    typed: (page) => [
      [page.getByLabel("Username"), "Typed"],
      [page.getByLabel("Re-enter password"), PASSWORD],
    ],
  },
  "the login": {
    async open(page) {
      const email = await signInAnew(page);
      await page.context().clearCookies();
      await page.goto("/login");
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(PASSWORD);
    },
    press: press("Login"),
    failed: "You could not be logged in.",
    typed: (page) => [[page.getByLabel("Password"), PASSWORD]],
  },
  "a user's name": {
    open: openProfile,
    press: press("Change username"),
    failed: "",
    typed: (page) => [
      [page.getByLabel("Username"), "After"],
      [page.getByLabel("Current password"), "not this one"],
    ],
  },
  "the code of a login": {
    async open(page) {
      const email = await signInAnew(page);
      const { backupCodes } = await setUpSecondFactor(page);
      await page.context().clearCookies();
      await page.goto("/login");
      await logIn(page, email);
      await page.getByLabel("Code from your app").fill(backupCodes[0] ?? "");
    },
    press: press("Login"),
    failed: "You could not be logged in.",
  },
  "the way to a second factor": {
    async open(page) {
      await signInAnew(page);
      await page.goto("/second-factor");
      await page.getByLabel("Current password").fill(PASSWORD);
    },
    press: press("Next"),
    failed: "",
    typed: (page) => [[page.getByLabel("Current password"), PASSWORD]],
  },
  "switching a second factor on": {
    async open(page) {
      await signInAnew(page);
      await page.goto("/second-factor");
      await page.getByLabel("Current password").fill(PASSWORD);
      await page.getByRole("button", { name: "Next" }).click();
      const key = (await page.locator(".second-factor-typed").textContent())?.replaceAll(" ", "") ?? "";
      await page.getByLabel("Code from your app").fill(await appCode(key));
    },
    press: press("Switch it on"),
    failed: "",
  },
  "new backup codes": { open: openSecondFactor, press: press("New backup codes"), failed: "" },
  "switching a second factor off": {
    open: openSecondFactor,
    press: press("Switch it off"),
    failed: "",
  },
  "an account's new email": {
    async open(page) {
      await signInAnew(page);
      await page.goto("/change-email");
      await page.getByLabel("New email").fill(newEmail());
      await page.getByLabel("Current password").fill(PASSWORD);
    },
    press: press("Change email"),
    failed: "",
    typed: (page) => [[page.getByLabel("Current password"), PASSWORD]],
  },
  "an account deleted by its owner": {
    async open(page) {
      await signInAnew(page);
      await page.goto("/delete-account");
      await page.getByLabel("Current password").fill(PASSWORD);
    },
    press: press("Delete my account"),
    failed: "",
    typed: (page) => [[page.getByLabel("Current password"), PASSWORD]],
  },
  "the door to the desk": {
    async open(page) {
      const { codeId, accessCode } = await createRaffle(page.request);
      await page.context().clearCookies();
      await page.goto(`/open-desk/${codeId}`);
      await page.getByLabel("Access code").fill(accessCode);
    },
    press: press("Open"),
    failed: "The desk is not open yet.",
  },
  "an invitation": {
    async open(page) {
      await signInAnew(page);
      const { codeId, accessCode } = await createRaffle(page.request);
      await page.goto("/take-raffle");
      await page.getByLabel("Raffle code").fill(codeId);
      await page.getByLabel("Access code").fill(accessCode);
      await page.getByRole("button", { name: "Take it into my account" }).click();
      await page.getByLabel("Email").fill("lola@example.com");
    },
    press: press("Invite"),
    failed: "",
    typed: (page) => [[page.getByLabel("Email"), "lola@example.com"]],
  },
  "a raffle unpublished by an admin": {
    async open(page) {
      await becomeAdmin(page, await signInAnew(page));
      const name = `Watched ${Date.now()}`;
      await createRaffle(page.request, { name });
      await page.goto(`/admin/raffles?q=${encodeURIComponent(name)}`);
    },
    press: press(/^Unpublish/),
    failed: "",
  },
  "an account closed by an admin": {
    async open(page) {
      const closed = await signInAnew(page, "Bad Actor");
      await becomeAdmin(page, await signInAnew(page));
      await page.goto(`/admin/users?q=${encodeURIComponent(closed)}`);
    },
    press: press("Ban Bad Actor"),
    failed: "",
  },
};
