import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import routes from "../../web/routes.ts";
import { entryBody } from "../support/api.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

/** Every page that shows the desk's head or is proved by an access code in its address: none is listed by hand. */
const DESK_PAGES = routes
  .flatMap((route) => route.children ?? [route])
  .flatMap(({ path = "", file }) => {
    const isPage = file.endsWith(".tsx");
    const isDesk =
      path.includes(":accessCode") || (isPage && readFileSync(`web/${file}`, "utf8").includes("<DeskHead"));
    // A sheet of codes is one of a batch: its own test opens it.
    return isPage && isDesk && !path.startsWith("code-sheet/") ? [path] : [];
  });

test("every page of the desk opens at its top, on a laptop, a tablet and a phone @javascript @long", async ({
  page,
  request,
}) => {
  expect(DESK_PAGES.length).toBeGreaterThan(15);
  const { codeId, accessCode } = await createRaffle(request, { name: "A raffle with a name that takes two rows" });
  const answer = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const { entryCode } = (await answer.json()) as { entryCode: string };
  const values: Record<string, string> = { raffleCode: codeId, raffleIdOrCode: codeId, accessCode, entryCode };
  const addressOf = (path: string) => `/${path.replaceAll(/:(\w+)\??/g, (_, name: string) => values[name] ?? name)}`;
  // The browser's pass opens the pages whose address has no code.
  await page.goto(addressOf("overview/:raffleCode/:accessCode"));
  for (const [width, height] of [
    [1280, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of DESK_PAGES) {
      const opened = await page.goto(addressOf(path), { waitUntil: "load" });
      expect(opened?.status(), path).toBe(200);
      // Browsers scroll to where a page begins with its first frame.
      const top = await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY)))),
      );
      expect(top, `${path} at ${width}x${height}`).toBe(0);
    }
  }
});

test("the desk's menu on a phone has its screens below each other, and none out of sight beside it @read-only", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/overview/${codeId}/${accessCode}`);
  const menu = page.locator(".desk-more");
  await menu.locator("summary").click();
  expect(await menu.locator(".desk-panel").evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
  await menu.getByRole("link").last().click();
  await expect(page).toHaveURL(/\/raffle-changes\//);
});
