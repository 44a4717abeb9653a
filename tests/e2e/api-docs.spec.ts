import { expect } from "@playwright/test";
import { test } from "./test.ts";

test("the API's description can be read and tried out on a phone, with no script of others @javascript @long", async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL ?? "") && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { name: /Tambiolo API/ })).toBeVisible();
  await page
    .getByRole("button", { name: /get.*\/api\/raffles$/i })
    .first()
    .click();
  await page.getByRole("button", { name: "Try it out", exact: true }).click();
  await page.getByRole("button", { name: "Execute", exact: true }).click();
  await expect(page.locator(".live-responses-table tbody .response-col_status").first()).toContainText("200");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect([foreign, faults]).toEqual([[], []]);
});
