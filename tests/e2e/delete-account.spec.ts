import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { asOrganiser } from "../support/api.ts";
import { logIn, PASSWORD, register } from "./own-account.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("somebody takes their data along, hands a raffle over, and deletes the account @both", async ({
  page,
  request,
}) => {
  const email = await register(page, "Nena");
  const name = `Left ${Date.now()}`;
  const { codeId, accessCode } = await createRaffle(request, { name });
  await page.goto("/take-raffle");
  await page.getByLabel("Raffle code").fill(codeId);
  await page.getByLabel("Access code").fill(accessCode);
  await page.getByRole("button", { name: "Take it into my account" }).click();
  await page.goto("/profile");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download your data" }).click(),
  ]);
  const stored = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(stored).toMatchObject({ account: { email }, raffles: [{ code: codeId, role: "owner" }] });

  await page.getByRole("link", { name: "Delete your account" }).click();
  await expect(page.getByRole("heading", { name: "Please hand these over first" })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("link", { name }).click();
  await expect(page).toHaveTitle(/^PEOPLE/);
  expect((await request.delete(`/api/raffles/${codeId}`, { headers: asOrganiser(codeId, accessCode) })).ok()).toBe(
    true,
  );
  await page.goto("/delete-account");
  await page.getByLabel("Current password").fill("not this one");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("This is not your current password.").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Your account is deleted.")).toBeVisible();
  expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain("tambiolo.session_token");
  await logIn(page, email);
  await expect(page.getByText("Email and password do not match.")).toBeVisible();
});
