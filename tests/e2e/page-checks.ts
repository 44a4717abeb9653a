import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

/** axe finds nothing on this screen. It is a script itself: the screens are the same without one, and checked with it. */
export async function expectAccessible(page: Page): Promise<void> {
  if (test.info().project.use.javaScriptEnabled === false) return;
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
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
