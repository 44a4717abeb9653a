import { expect, test } from "@playwright/test";
import sharp from "sharp";

const CRIMSON = { r: 200, g: 20, b: 60 };

test("an organiser's picture becomes the raffle's banner", async ({ page, request }) => {
  const photo = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: CRIMSON } })
    .jpeg()
    .toBuffer();
  await page.goto("/create-raffle");
  await page.getByLabel("Name").first().fill("With a picture");
  await page.getByLabel("Details").first().fill("Look at it.");
  await page.getByLabel("Due date").fill("2030-12-20T18:00");
  await page.getByLabel("Draw date").fill("2030-12-24T12:00");
  await page.getByLabel("Prize code").fill("ONE");
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
  for (const format of ["png", "webp"]) {
    const banner = await request.get(`/banner/${codeId}.${format}`);
    const { data, info } = await sharp(await banner.body())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    expect(Math.abs((data[0] ?? 0) - CRIMSON.r)).toBeLessThan(10);
  }
});
