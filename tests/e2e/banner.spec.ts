import { type APIRequestContext, expect } from "@playwright/test";
import sharp from "sharp";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

// Raffles and events are counted by network.

const CRIMSON = { r: 200, g: 20, b: 60 };

function crimsonPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 2000, height: 2000, channels: 3, background: CRIMSON } })
    .jpeg()
    .toBuffer();
}

/** Whether a banner of the right size is the crimson picture. */
async function isCrimson(request: APIRequestContext, path: string): Promise<boolean> {
  const banner = await request.get(path);
  expect(banner.status()).toBe(200);
  const picture = sharp(await banner.body());
  const { width, height } = await picture.metadata();
  expect([width, height]).toEqual([1200, 630]);
  // All over: banderitas may hang a crimson flag anywhere.
  const { channels } = await picture.removeAlpha().stats();
  return [CRIMSON.r, CRIMSON.g, CRIMSON.b].every((value, index) => {
    const { min = 0, max = 255 } = channels[index] ?? {};
    return Math.abs(min - value) < 10 && Math.abs(max - value) < 10;
  });
}

test("an organiser's picture becomes the raffle's banner @both", async ({ page, request }) => {
  const photo = await crimsonPhoto();
  await page.goto("/create-raffle");
  await page.getByLabel("Name").first().fill("With a picture");
  await page.getByLabel("Details").first().fill("Look at it.");
  await page.getByLabel("Due date").fill("2030-12-20T18:00");
  await page.getByRole("group", { name: "Prize 1" }).getByLabel("Name").fill("One");
  const create = page.locator("form").getByRole("button", { name: "Create raffle" }).last();

  await page.getByLabel("Banner").setInputFiles({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("no") });
  await create.click();
  await expect(page.getByRole("alert").getByText("This banner could not be read as a picture.")).toBeVisible();
  await expect(page.getByLabel("Details").first()).toHaveValue("Look at it.");

  await page.getByLabel("Banner").setInputFiles({ name: "shop.jpg", mimeType: "image/jpeg", buffer: photo });
  await create.click();
  await expect(page.getByText("Raffle successfully created!")).toBeVisible();
  const codeId = await page.locator(".ticket-code").first().textContent();
  for (const format of ["png", "webp"]) expect(await isCrimson(request, `/banner/${codeId}.${format}`)).toBe(true);
});

test("an organiser replaces the banner, and takes it away @long", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  const banner = `/banner/${codeId}.png`;
  expect(await isCrimson(request, banner)).toBe(false);
  await page.goto(`/edit-raffle/${codeId}/${accessCode}`);
  const save = page.locator("form").getByRole("button", { name: "Save raffle" }).last();

  await page.getByLabel("Banner").setInputFiles({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("no") });
  await save.click();
  await expect(page.getByRole("alert").getByText("This banner could not be read as a picture.")).toBeVisible();
  expect(await isCrimson(request, banner)).toBe(false);

  const buffer = await crimsonPhoto();
  await page.getByLabel("Banner").setInputFiles({ name: "shop.jpg", mimeType: "image/jpeg", buffer });
  await save.click();
  await expect(page.getByText("Raffle saved.")).toBeVisible();
  expect(await isCrimson(request, banner)).toBe(true);

  // What is saved without a word about the banner leaves it as it is.
  await page.locator("form").getByLabel("Name").first().fill("Another name");
  await save.click();
  await expect(page.getByRole("heading", { name: "Edit Another name" })).toBeVisible();
  expect(await isCrimson(request, banner)).toBe(true);

  await page.getByLabel("Remove the picture and hang banderitas").check();
  await save.click();
  await expect(page.getByLabel("Remove the picture and hang banderitas")).not.toBeChecked();
  await expect.poll(() => isCrimson(request, banner)).toBe(false);
});
