import type { Locator, Page } from "@playwright/test";

/**
 * Somebody who does a task on a page, and what it costs them. `presses`: links, buttons, boxes and choices. `fields`:
 * those typed into. `screens`: pages seen, one again included. `swipes`: windows of the page that they move to
 * reach or read what comes next.
 */
export type Cost = { presses: number; fields: number; screens: number; swipes: number };

export type Walk = {
  readonly cost: Cost;
  press(target: Locator): Promise<void>;
  /** Takes the field with one tap, and types. */
  type(target: Locator, text: string): Promise<void>;
  /** Reads something that stands on the page. */
  read(target: Locator): Promise<void>;
  /** Counts a press that another walker cannot do, such as a link in a mail. */
  follow(address: string): Promise<void>;
};

/** Follows what is done on a page from now on. The page that is open is the first screen. */
export function startWalk(page: Page): Walk {
  const cost: Cost = { presses: 0, fields: 0, screens: 1, swipes: 0 };
  let at = new URL(page.url()).pathname;
  page.on("framenavigated", (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame !== page.mainFrame() || pathname === at) return;
    at = pathname;
    cost.screens += 1;
  });

  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    cost.swipes += await target.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return Math.ceil(Math.max(-top, bottom - innerHeight, 0) / innerHeight);
    });
    await target.scrollIntoViewIfNeeded();
  }

  return {
    cost,
    read: reach,
    async press(target) {
      await reach(target);
      cost.presses += 1;
      await target.click();
    },
    async type(target, text) {
      await reach(target);
      cost.fields += 1;
      await target.fill(text);
    },
    async follow(address) {
      cost.presses += 1;
      await page.goto(address);
    },
  };
}
