import type { FrameLocator, Page } from "@playwright/test";

/**
 * Opens a page with a form and waits until its scripts answer: they start after it is painted, its form works before.
 */
export async function openStarted(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await startPage(page);
}

/** Touches the page that is open, or the one in a frame, and waits until its scripts answer. */
export async function startPage(page: Page | FrameLocator): Promise<void> {
  await page.locator("html").dispatchEvent("pointerdown");
  await page.locator("html[data-started]").waitFor();
}
