import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { appCode } from "../support/authenticator.ts";
import { SITE_DATABASE } from "../support/site-database.ts";

const run = promisify(execFile);

export const PASSWORD = "mango street at noon";

let people = 0;

/** An address that no other test has. */
export function newEmail(): string {
  people += 1;
  return `person.${Date.now()}.${process.pid}.${people}@example.com`;
}

/** Registers somebody new in this browser, who is signed in then. */
export async function register(page: Page, username = "Aling Nena"): Promise<string> {
  const email = newEmail();
  await page.goto("/register");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: false }).first().fill(PASSWORD);
  await page.getByLabel("Re-enter password").fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL(/\/$/);
  return email;
}

/** Fills in the login page on which this browser is, and sends it. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  // A form that is under way takes nothing more until it is answered.
  await expect(page.locator("form[data-busy]")).toHaveCount(0);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Makes the account that is signed in here an admin's, and sets up the second factor that it needs. */
export async function becomeAdmin(page: Page, email: string, dataDir = process.env.SITE_DATA_DIR): Promise<void> {
  await grantAdmin(email, dataDir);
  await setUpSecondFactor(page);
}

/** Sets up the codes of an app in this browser, whose page is in English. */
export async function setUpSecondFactor(page: Page): Promise<{ key: string; backupCodes: string[] }> {
  await page.goto("/second-factor");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Next" }).click();
  const key = (await page.locator(".second-factor-typed").textContent())?.replaceAll(" ", "") ?? "";
  await page.getByLabel("Code from your app").fill(await appCode(key));
  await page.getByRole("button", { name: "Switch it on" }).click();
  await expect(page.getByRole("heading", { name: "Backup codes" })).toBeVisible();
  return { key, backupCodes: await page.locator(".second-factor-backup li").allTextContents() };
}

/**
 * Makes an account an admin's as the operator does, beside the running site: that of the whole run, or a test's own.
 */
export async function grantAdmin(email: string, dataDir = process.env.SITE_DATA_DIR): Promise<void> {
  const { PATH, HOME, USER } = process.env;
  const ofRun = dataDir === process.env.SITE_DATA_DIR ? SITE_DATABASE : {};
  const env = { PATH, HOME, USER, DATA_DIR: dataDir, ...ofRun };
  const { stdout } = await run(process.execPath, ["src/cli/tambiolo.ts", "grant-admin", email, "--unverified"], {
    env,
  });
  expect(stdout).toContain(`${email} is an admin now.`);
}
