import type { Page } from "@playwright/test";

/** Opens what few people need in the form of a new raffle: its rules, its pictures, its draw date. */
export async function openMore(page: Page): Promise<void> {
  await page.locator(".form-more > summary").click();
}
