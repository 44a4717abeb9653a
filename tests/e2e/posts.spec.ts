import { expect, test } from "@playwright/test";
import { createRaffle } from "./test-raffle.ts";

test("an organiser's posts start as drafts in their language, with the picture", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request, { shopName: "Nanay Luz Bakery" });
  await page.goto(`/share-raffle/${codeId}/${accessCode}`);
  const post = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "It has begun" }) });
  const text = post.getByRole("textbox");
  await expect(text).toHaveValue(/^To win at Nanay Luz Bakery: .+ Join until /);
  const picture = await page.request.get((await post.getByRole("img").getAttribute("src")) ?? "");
  expect(picture.headers()["content-type"]).toBe("image/png");
  await page.getByRole("navigation", { name: "Language of the texts" }).getByRole("link", { name: "Deutsch" }).click();
  await expect(text).toHaveValue(/^Zu gewinnen bei Nanay Luz Bakery: /);
  await expect(post.getByRole("link", { name: "Save picture" })).toHaveAttribute(
    "href",
    `/social/${codeId}.png?lang=de`,
  );
  const way = post.getByRole("link", { name: "WhatsApp" });
  await expect(way).toHaveAttribute("href", new RegExp(`text=Zu%20gewinnen.+raffle%2F${codeId}$`));
  await page.locator("summary", { hasText: "The last day" }).click();
  await expect(page.getByRole("textbox", { name: "The last day" })).toHaveValue(/^Letzte Chance/);
});

test("what shares and copies a post follows what is typed @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  await page.goto(`/share-raffle/${codeId}/${accessCode}`);
  const post = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "It has begun" }) });
  await post.getByRole("textbox").fill("Rice & fish:");
  for (const name of ["WhatsApp", "Viber"]) {
    const way = post.getByRole("link", { name });
    await expect(way).toHaveAttribute("href", new RegExp(`text=Rice%20%26%20fish%3A%20.+raffle%2F${codeId}$`));
  }
  const copy = post.getByRole("button", { name: "Copy text" });
  await expect(copy).toHaveAttribute("data-copy", new RegExp(`^Rice & fish: .+/raffle/${codeId}$`));
});

test("one press sends text, link and picture to the phone's apps @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  await page.addInitScript(() => {
    const share = ({ text, files = [] }: ShareData) => {
      const sent = [text, ...files.map(({ name, type, size }) => [name, type, size > 1000])];
      Object.assign(window, { sent });
      return Promise.resolve();
    };
    Object.assign(navigator, { share, canShare: () => true });
  });
  await page.goto(`/share-raffle/${codeId}/${accessCode}`);
  const post = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "It has begun" }) });
  await post.getByRole("textbox").fill("Rice & fish:");
  await post.getByRole("button", { name: "Share…" }).click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "sent")))
    .toEqual([
      expect.stringMatching(new RegExp(`^Rice & fish: .+/raffle/${codeId}$`)),
      [`start-${codeId}.png`, "image/png", true],
    ]);
});
