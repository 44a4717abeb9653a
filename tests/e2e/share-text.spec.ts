import { expect, test } from "@playwright/test";
import { createRaffle } from "./test-raffle.ts";

test("an organiser's message starts as a draft in their language", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request, { shopName: "Nanay Luz Bakery" });
  await page.goto(`/share-raffle/${codeId}/${accessCode}`);
  const text = page.getByRole("textbox", { name: "Your text" });
  await expect(text).toHaveValue(/^Win .+ at Nanay Luz Bakery — join until /);
  await page.getByRole("navigation", { name: "Language of the text" }).getByRole("link", { name: "Deutsch" }).click();
  await expect(text).toHaveValue(/^Zu gewinnen bei Nanay Luz Bakery: /);
  const way = page.getByRole("link", { name: "WhatsApp" });
  await expect(way).toHaveAttribute("href", new RegExp(`text=Zu%20gewinnen.+raffle%2F${codeId}$`));
});

test("what shares and copies it follows what is typed @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  await page.goto(`/share-raffle/${codeId}/${accessCode}`);
  await page.getByRole("textbox", { name: "Your text" }).fill("Rice & fish:");
  for (const name of ["WhatsApp", "Viber"]) {
    const way = page.getByRole("link", { name });
    await expect(way).toHaveAttribute("href", new RegExp(`text=Rice%20%26%20fish%3A%20.+raffle%2F${codeId}$`));
  }
  const copy = page.getByRole("button", { name: "Copy text and link" });
  await expect(copy).toHaveAttribute("data-copy", new RegExp(`^Rice & fish: .+/raffle/${codeId}$`));
});
