import { expect, type Page, test } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** axe finds nothing on this screen. It is a script itself: the screens are the same without one, and checked with it. */
export async function expectAccessible(page: Page): Promise<void> {
  if (test.info().project.use.javaScriptEnabled === false) return;
  // Straight into the page: axe's own runner for Playwright opens another page each time, which takes most of its time.
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    // What stands in a frame is another site's.
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], iframes: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  });
  expect(found).toEqual([]);
}

/** Nothing sticks out to the side, from the narrowest phone to a wide desk. */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content, `at ${width} px`).toBeLessThanOrEqual(window ?? 0);
  }
  if (before) await page.setViewportSize(before);
}
