import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Locator, type Page, test } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Each page reads it anew, so the small one is half of the work. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * axe finds nothing on this screen. It is a script itself: the screens are the same without one, and checked with it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, {});
}

/**
 * axe finds nothing on this screen in light and dark. The dark one is the same page in other colours: nothing else of
 * it is looked at twice.
 */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoViolations(page, {});
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, { runOnly: ["color-contrast", "link-in-text-block"] });
}

async function expectNoViolations(page: Page, rules: Pick<axe.RunOptions, "runOnly">): Promise<void> {
  if (test.info().project.use.javaScriptEnabled === false) return;
  // Straight into the page: axe's own runner for Playwright opens another page each time, which takes most of its time.
  // To read the script takes longer than to run it, so that a page is given it once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async (only) => {
    // What stands in a frame is another site's.
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], iframes: false, ...only });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  }, rules);
  expect(found).toEqual([]);
}

/** Stays on a page that would lead back by itself after four seconds, as the not-found page does. */
export async function stayOnPage(page: Page): Promise<void> {
  const stay = page.locator("[data-stay]");
  if (await stay.isVisible()) await stay.click();
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

/** Whether nothing of it is cut off: by the edges of the screen, or by what stands over it. */
export async function standsOnScreen(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const spots = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
    const isSeen = spots.every((spot) => spot && (element.contains(spot) || spot.contains(element)));
    return isSeen && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && bottom > top;
  });
}
