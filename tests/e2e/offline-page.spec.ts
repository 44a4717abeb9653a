import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { expect, type Page } from "@playwright/test";
import { lockHashField, pickDraw, rightDraw, sayBefore, tamperedDraw } from "./draw-vectors.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";

const verdict = (page: Page) => page.getByRole("status").filter({ visible: true });

/** Downloads the offline page as a person would, and opens the file. */
async function openDownloaded(page: Page): Promise<void> {
  await page.goto("/verify");
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Get the offline page" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("verify-offline.html");
  const path = test.info().outputPath("verify-offline.html");
  await download.saveAs(path);
  await page.context().setOffline(true);
  await page.goto(pathToFileURL(path).href);
}

test("the offline page is the file whose SHA-256 is shown @javascript", async ({ request, page }) => {
  const answer = await request.get("/verify-offline.html");
  expect(answer.headers()["content-disposition"]).toBe('attachment; filename="verify-offline.html"');
  await page.goto("/verify");
  const hash = createHash("sha256").update(await answer.body());
  await expect(page.locator(".facts dd")).toHaveText(hash.digest("hex"));
});

test("the offline page checks draws from a file, without a network @javascript", async ({ page }) => {
  await openDownloaded(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const draw = rightDraw();
  await pickDraw(page, draw);
  await lockHashField(page).fill(draw.lockHash);
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(verdict(page)).toContainText("This device drew again and got the same: #1, #3, #7, #2");
  await sayBefore(page);
  await expect(verdict(page)).toContainText("Fixed before: proven to you");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  for (const name of ["a wish withdrawn", "another round's beacon", "a winner of choice", "a successor of choice"]) {
    const tampered = tamperedDraw(name);
    await pickDraw(page, tampered);
    await lockHashField(page).fill(tampered.lockHash);
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.locator(`main:target [data-check="${tampered.fails}"]`)).toHaveAttribute("data-state", "wrong");
    await expect(verdict(page)).toContainText("Wrong, first at");
  }
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([]);
});

test("the offline page speaks the browser's language, and the others by a link @javascript", async ({ page }) => {
  await openDownloaded(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check a draw");
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Eine Ziehung prüfen");
  await page.getByRole("button", { name: "Jetzt prüfen" }).click();
  await expect(verdict(page)).toContainText("Das Protokoll ist nicht lesbar");
  await expectFits(page);
  await page.getByRole("link", { name: "Filipino" }).click();
  await expect(page.getByRole("button", { name: "Suriin ngayon" })).toBeVisible();
  await expectFits(page);
});

test("the offline page and its worker may open no connection @javascript", async ({ page, baseURL }) => {
  await openDownloaded(page);
  await page.context().setOffline(false);
  const reached: string[] = [];
  page.on("request", (request) => reached.push(request.url()));
  const refused = await page.evaluate(async (url) => {
    const count = (target: EventTarget) =>
      new Promise<string>((resolve) => {
        target.addEventListener("securitypolicyviolation", (event) =>
          resolve((event as SecurityPolicyViolationEvent).effectiveDirective),
        );
      });
    const ofPage = count(document);
    fetch(url).catch(() => undefined);
    const text = `addEventListener("securitypolicyviolation", (event) => postMessage(event.effectiveDirective));
      fetch(${JSON.stringify(url)}).catch(() => undefined);`;
    const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    const ofWorker = new Promise<string>((resolve) => {
      worker.addEventListener("message", ({ data }) => resolve(String(data)));
    });
    return [await ofPage, await ofWorker];
  }, `${baseURL}/healthz`);
  expect(refused).toEqual(["connect-src", "connect-src"]);
  expect(reached.filter((url) => !url.startsWith("blob:"))).toEqual([]);
});
