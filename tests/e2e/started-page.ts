import type { Page } from "@playwright/test";

/**
 * Opens a page with a form and waits until its scripts answer: they start after it is painted, its form works before.
 */
export async function openStarted(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("html[data-started]").waitFor();
}
