import { expect } from "@playwright/test";
import { asOrganiser, entryBody } from "../support/api.ts";
import { sayBefore } from "./draw-vectors.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("an organiser locks the list at the desk, and everybody can check it", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none" });
  for (const _ of [1, 2]) {
    const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
    expect(entered.status()).toBe(201);
  }
  await page.goto(`/draw-desk/${codeId}/${accessCode}`);
  await expect(page.getByText("2 entries so far")).toBeVisible();
  const closed = await request.patch(`/api/raffles/${codeId}`, {
    headers: asOrganiser(codeId, accessCode),
    data: { version: 1, dueDate: new Date(Date.now() - 1000).toISOString() },
  });
  expect(closed.status()).toBe(200);

  await page.goto(`/raffle/${codeId}`);
  await expect(page.getByRole("heading", { name: "How the winners are drawn" })).toBeVisible();
  // Moving the due date after somebody entered is a change that everybody sees.
  await expect(page.getByText("Changes since the first entry")).toHaveCount(1);

  await page.goto(`/draw-desk/${codeId}/${accessCode}`);
  await expect(page.getByRole("listitem").filter({ hasText: "Check and lock" })).toHaveAttribute(
    "aria-current",
    "step",
  );
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Lock the list now" }).click();
  await expect(page.getByRole("alert")).toContainText("nobody can change entries");
  await page.getByRole("button", { name: "Yes, lock it for ever" }).click();
  await expect(page.getByRole("heading", { name: "Post this where your customers are" })).toBeVisible();
  const card = await page.getByRole("region", { name: "Post this where" }).textContent();
  const [lockHash] = /[0-9a-f]{64}/.exec(card ?? "") ?? [];
  await expectFits(page);

  await page.goto(`/raffle/${codeId}/draw`);
  await expect(page.getByText("The list is locked. The random number will be public")).toBeVisible();
  const exact = page.locator(".draw-lock-hash");
  await page.locator("details", { has: exact }).first().locator("> summary").click();
  await expect(exact).toHaveText(lockHash ?? "no hash");
  await expect(exact).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto("/locks");
  await expect(page.getByRole("listitem").filter({ hasText: lockHash ?? "no hash" })).toBeVisible();
});

test("the visitor's browser checks a locked list @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none" });
  expect((await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() })).status()).toBe(201);
  const headers = asOrganiser(codeId, accessCode);
  const dueDate = new Date(Date.now() - 1000).toISOString();
  expect((await request.patch(`/api/raffles/${codeId}`, { headers, data: { version: 1, dueDate } })).status()).toBe(
    200,
  );
  const locked = await request.post(`/api/raffles/${codeId}/draw/lock`, { headers });
  const { lockHash } = (await locked.json()) as { lockHash: string };
  await page.goto(`/raffle/${codeId}/draw?lock=${lockHash}`);
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("Not drawn yet, and nothing is wrong so far.")).toBeVisible();
  await expect(page.getByText("What arrives with a link proves nothing.")).toBeVisible();
  await sayBefore(page);
  await expect(page.getByText("Fixed before: proven to you")).toBeVisible();
});
