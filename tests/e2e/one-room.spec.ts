import { expect } from "@playwright/test";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("the desk is one room: its two codes are typed once, and then every tab opens", async ({ page, request }) => {
  const name = `One room ${Date.now()}`;
  const { codeId, accessCode } = await createRaffle(request, { name, status: "Unpublished" });
  await page.goto("/admin-raffle-list");
  await expect(page.getByRole("heading", { level: 1, name: "Your raffles" })).toBeVisible();
  await page.getByLabel("Raffle code", { exact: true }).fill(codeId.toLowerCase());
  await page.getByLabel("Access Code", { exact: true }).fill(accessCode.toLowerCase());
  await page.getByRole("button", { name: "Open the desk", exact: true }).click();
  await expect(page).toHaveURL(`/overview/${codeId}/~`);

  const tabs = page.getByRole("navigation", { name: "This raffle’s desk", exact: true });
  for (const tab of ["Entries", "Prizes & rules", "Share & print", "Draw", "Winners", "Log", "Overview"]) {
    // The first: a tab's screen may have its name.
    const link = tabs.getByRole("link", { name: tab, exact: true }).first();
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveURL(new RegExp(`/${codeId}/~$`));
  }

  // Whoever comes back finds the raffle, and is asked for nothing.
  await page.goto("/admin-raffle-list");
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("link", { name: `Open the desk ${name}`, exact: true }).click();
  await expect(page).toHaveURL(`/overview/${codeId}/~`);
});
