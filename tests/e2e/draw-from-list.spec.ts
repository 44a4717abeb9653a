import { expect } from "@playwright/test";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { drawTest as test } from "./test.ts";

test("a draw from a pasted list: look at what stands twice, lock, wait for the number, show", async ({
  page,
  drawSite: { mails, pool },
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("link", { name: "You have the names already? Draw from a list" }).click();
  await page.getByLabel("Your list").fill("Ana Cruz\nBen Reyes\nANA CRUZ\n@cora");
  await page.getByRole("textbox", { name: /^Prize/ }).fill("A sack of rice");
  await page.getByLabel("I may use these names").check();
  await page.getByRole("button", { name: "Check the list" }).click();
  await expect(page.getByText("Ana Cruz (2 times)")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.getByLabel("Count each name once").check();
  await page.getByRole("button", { name: "Lock it and draw" }).click();
  await expect(page.getByText("The list is locked.").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Post this where your customers are" })).toBeVisible();
  await page.getByRole("link", { name: "Wait, then show the winners" }).click();
  await expect(page).toHaveURL(/\/draw-desk\/[A-Z0-9]{8}\/~/);
  const codeId = /draw-desk\/([A-Z0-9]{8})/.exec(page.url())?.[1] ?? "";

  // The number is a minute away: here it comes at once.
  await pool.query(
    "update draw_locks set round_at = now() from raffles where raffles.id = raffle_id and code_id = $1",
    [codeId],
  );
  const turn = page.getByRole("button", { name: "Turn the drum" });
  await expect(async () => {
    await page.reload();
    await expect(turn).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await turn.click();
  await page.getByRole("button", { name: "Show who won" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Shown" })).toBeVisible();

  // Who comes by an old way of entering is led to the draw, which names the winner.
  for (const path of ["raffle-entry", "search-entry"]) {
    await page.goto(`/${path}/${codeId}`);
    await expect(page).toHaveURL(new RegExp(`/raffle/${codeId}/draw`));
  }
  await expect(page.getByRole("region", { name: "The winners" })).toContainText(/Ana C\.|Ben R\.|@cora/);
  expect(
    (await pool.query("select from raffles where code_id = $1 and entries_from = 'list'", [codeId])).rowCount,
  ).toBe(1);
  await page.getByRole("link", { name: "Certificate" }).click();
  await expect(page.getByText("has which ticket number is what the organiser says")).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  const picture = await page.request.get(`/certificate/${codeId}.png`);
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
  expect(mails.accepted.filter(({ mail }) => mail.text?.includes("A sack of rice"))).toEqual([]);
});
