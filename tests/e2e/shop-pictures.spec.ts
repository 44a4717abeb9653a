import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

// Raffles are counted by network.

const photo = async (background: string) => ({
  name: "photo.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

const HOSTILE = {
  name: "logo.svg",
  mimeType: "image/png",
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
};

/** The address of an image that the browser has loaded. */
async function shown(page: Page, selector: string): Promise<string> {
  const image = page.locator(selector).first();
  await image.scrollIntoViewIfNeeded();
  await expect(image).not.toHaveJSProperty("naturalWidth", 0);
  return (await image.getAttribute("src")) ?? "";
}

test("a shop shows its logo and a prize's picture, replaces them, and takes them away", async ({ page }) => {
  const form = page.locator("form.form");
  const field = (name: string) => form.locator(`[name="${name}"]`);
  await page.goto("/create-raffle");
  await field("name").fill("Ube cake");
  await field("details").fill("A whole one.");
  await field("dueDate").fill("2030-12-20T18:00");
  await field("shopName").fill("Nanay Luz Bakery");
  await field("prizes.0.name").fill("The cake");
  await field("prizes.0.file").setInputFiles(await photo("#5a2d1a"));
  await field("logo").setInputFiles(HOSTILE);
  const create = form.getByRole("button", { name: "Create raffle" }).last();
  await create.click();

  // Refused beside its field, and what is typed stays.
  await expect(page.locator("#field-logo-error")).toContainText("could not be read");
  await expect(field("shopName")).toHaveValue("Nanay Luz Bakery");
  await expect(field("prizes.0.name")).toHaveValue("The cake");
  await field("logo").setInputFiles(await photo("#7a2fa0"));
  await field("prizes.0.file").setInputFiles(await photo("#5a2d1a"));
  await create.click();
  await expect(page.getByText("Raffle successfully created!")).toBeVisible();
  const [codeId, accessCode] = await page.locator(".ticket-code").allTextContents();

  await page.goto(`/raffle/${codeId}`);
  const logo = await shown(page, ".shop-logo");
  const cake = await shown(page, "img.prize-picture");
  const banner = await shown(page, ".raffle-banner img");

  await page.goto(`/edit-raffle/${codeId}/${accessCode}`);
  // The colour came from the logo.
  await expect(field("accentColor")).toHaveValue(/^#7[89a-f]/);
  await field("logo").setInputFiles(await photo("#0b6e69"));
  await field("prizes.0.noPicture").check();
  const save = form.getByRole("button", { name: "Save raffle" }).last();
  await save.click();
  await expect(page.getByText("Raffle saved.")).toBeVisible();
  await expect(field("prizes.0.noPicture")).toHaveCount(0);

  await page.goto(`/raffle/${codeId}`);
  expect(await shown(page, ".shop-logo")).not.toBe(logo);
  expect(await shown(page, ".raffle-banner img")).not.toBe(banner);
  await expect(page.locator("img.prize-picture")).toHaveCount(0);
  await expect(page.locator("svg.prize-icon").first()).toBeVisible();
  expect((await page.request.get(cake)).status()).toBe(404);

  await page.goto(`/edit-raffle/${codeId}/${accessCode}`);
  await page.getByLabel("Remove the logo").check();
  await save.click();
  await expect(page.getByText("Raffle saved.")).toBeVisible();
  await page.goto(`/raffle/${codeId}`);
  await expect(page.getByText("by Nanay Luz Bakery").first()).toBeVisible();
  await expect(page.locator(".shop-logo")).toHaveCount(0);
});

test("a shop's logo is a small round beside its name, on each card @read-only @long", async ({ page, request }) => {
  // It closes before all others, so that the home page has it too.
  const dueDate = new Date(Date.now() + 600_000).toISOString();
  const shopName = "Nanay Luz Bakery and Eatery";
  const { codeId, accessCode } = await createRaffle(request, { dueDate, shopName });
  await page.goto(`/edit-raffle/${codeId}/${accessCode}`);
  await page.locator('form.form [name="logo"]').setInputFiles(await photo("#7a2fa0"));
  await page.locator("form.form").getByRole("button", { name: "Save raffle" }).last().click();
  await expect(page.getByText("Raffle saved.")).toBeVisible();
  for (const [width, path] of [390, 1440].flatMap((one) => [[one, "/"] as const, [one, "/raffle-list"] as const])) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    const card = page.locator(".raffle-card", { has: page.locator(`[href="/raffle/${codeId}"]`) });
    await card.scrollIntoViewIfNeeded();
    const size = (box: { width: number; height: number } | null) => box && [box.width, box.height];
    expect(size(await card.locator(".shop-logo").boundingBox()), `${path} at ${width}`).toEqual([48, 48]);
    // Its name has the rest of the line, and its banner the whole width.
    const name = await card.getByText(`by ${shopName}`).boundingBox();
    expect(name?.width, `${path} at ${width}`).toBeGreaterThan(150);
    const [banner, all] = [await card.locator(".raffle-banner img").boundingBox(), await card.boundingBox()];
    expect(banner?.width).toBeCloseTo(all?.width ?? 0, 0);
  }
});
