import { expect, type Page } from "@playwright/test";
import { newEmail, PASSWORD, register } from "./own-account.ts";
import { comeFromOwnAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

async function expectScreen(page: Page): Promise<void> {
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
}

test("a raffle is taken into an account, and somebody who is invited organises it until they are removed", async ({
  page,
  request,
  browser,
}) => {
  const { codeId, accessCode } = await createRaffle(request);
  await page.goto(`/people/${codeId}/${accessCode}`);
  // A page from memory knows that this guest has a raffle, by the small script of every page.
  const { javaScriptEnabled } = test.info().project.use;
  await page.goto("/raffle-list");
  const yours = page.getByRole("navigation").getByRole("link", { name: "Your raffles", exact: true });
  await expect(yours).toHaveCount(javaScriptEnabled === false ? 0 : 1);
  await page.goto(`/people/${codeId}/~`);
  await page.getByRole("link", { name: "Log in first" }).click();
  await register(page, "Aling Nena");
  await page.goto(`/overview/${codeId}/~`);
  await page.getByRole("navigation").getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("button", { name: "Take it into my account" }).click();
  await expect(page).toHaveURL(new RegExp(`/people/${codeId}/-$`));

  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Please enter an email address");
  await expectScreen(page);
  await page.getByLabel("Email").fill("lola@example.com");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByRole("heading", { name: "lola@example.com" })).toBeVisible();
  const link = await page.getByRole("link", { name: "/invitation/" }).getAttribute("href");
  await expectScreen(page);

  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    ...(javaScriptEnabled !== undefined && { javaScriptEnabled }),
  });
  await comeFromOwnAddress(context);
  const phone = await context.newPage();
  await phone.goto(link ?? "");
  await expectScreen(phone);
  await phone.getByRole("link", { name: "Register" }).click();
  await phone.getByLabel("Username").fill("Lola Basyang");
  await phone.getByLabel("Email").fill(newEmail());
  await phone.getByLabel("Password", { exact: false }).first().fill(PASSWORD);
  await phone.getByLabel("Re-enter password").fill(PASSWORD);
  await phone.getByRole("button", { name: "Register" }).click();
  await expect(phone.getByText("Aling Nena invites you")).toBeVisible();
  await expectScreen(phone);
  await phone.getByRole("button", { name: "Accept the invitation" }).press("Enter");
  await expect(phone).toHaveURL(new RegExp(`/overview/${codeId}/-`));
  await phone.goto("/profile");
  await expectScreen(phone);

  await page.goto(`/people/${codeId}/-`);
  await page.getByLabel("Change: Lola Basyang").click();
  await expectScreen(page);
  await page.getByRole("button", { name: "Remove: Lola Basyang" }).click();
  await expect(page.getByText("Lola Basyang is removed.")).toBeVisible();
  await phone.goto(`/overview/${codeId}/-`);
  await expect(phone.getByText("Access code mismatch.")).toBeVisible();
  await context.close();
});
