import type { Page } from "@playwright/test";

/**
 * Opens the site's log, as its admins read it, where it tells of an action. Other tests write into it too: what was
 * done some seconds ago may be on an earlier page by now.
 */
export async function openLogAt(page: Page, action: { heading: RegExp | string; actor?: string }): Promise<void> {
  await page.goto("/admin/changes");
  const heading = page.getByRole("heading", { name: action.heading });
  const line = page.getByRole("listitem").filter({ has: heading, hasText: action.actor ?? "" });
  while ((await line.count()) === 0) {
    const earlier = await page.locator("a[rel=next]").getAttribute("href");
    await page.goto(new URL(earlier ?? "", page.url()).href);
  }
}
