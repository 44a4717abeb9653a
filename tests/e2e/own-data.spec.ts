import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { asOrganiser, entryBody } from "../support/api.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { createRaffle } from "./test-raffle.ts";

const DAY_MS = 86_400_000;

test("an entrant takes their data away, erases their entry and joins again", async ({ page, request }) => {
  const raffle = await createRaffle(request);
  const person = entryBody({ lastName: "Zzyzxwright" });
  const joined = await request.post(`/api/raffles/${raffle.codeId}/entries`, { data: person });
  const { entryCode } = (await joined.json()) as { entryCode: string };
  await page.goto(`/raffle-entry/${raffle.codeId}/${entryCode}`);
  await expect(page.getByText(/^We keep this entry until .+\. Then it is erased by itself\.$/)).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`entry-${entryCode}.json`);
  const own = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(own).toMatchObject({ raffle: { code: raffle.codeId }, entry: { lastName: "Zzyzxwright", entryCode } });

  const yes = page.getByRole("button", { name: "Yes, erase it" });
  await expect(yes).toBeHidden();
  await page.getByText("Erase my entry").click();
  await expectAccessible(page);
  await expectFits(page);
  await yes.click();
  await expect(page).toHaveURL(`/raffle-entry/${raffle.codeId}?erased`);
  await expect(page.getByText(/^Your entry is erased\. You can join again until .+\.$/)).toBeVisible();
  await expectAccessible(page);
  expect((await page.goto(`/raffle-entry/${raffle.codeId}/${entryCode}`))?.status()).toBe(404);

  const again = await request.post(`/api/raffles/${raffle.codeId}/entries`, { data: person });
  expect(again.status()).toBe(201);
  await page.goto(`/raffle-changes/${raffle.codeId}/${raffle.accessCode}`);
  const change = page.locator(".raffle-changes > li");
  await expect(change).toHaveCount(1);
  await expect(change.getByRole("heading")).toHaveText("Entrant erased their own entry");
  await expect(change).toContainText("the entrant");
});

test("a locked-in entry can still be taken away, and its page says when it is erased by itself", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request, { retentionDays: 60 });
  const joined = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const { entryCode } = (await joined.json()) as { entryCode: string };
  await page.goto(`/raffle-entry/${codeId}/${entryCode}`);
  await page.getByText("Erase my entry").click();

  const drawDate = new Date(Date.now() - 59 * DAY_MS).toISOString();
  const closed = await request.patch(`/api/raffles/${codeId}`, {
    headers: asOrganiser(codeId, accessCode),
    data: { version: 1, dueDate: drawDate, drawDate },
  });
  expect(closed.status()).toBe(200);
  await page.getByRole("button", { name: "Yes, erase it" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to erase your entry");
  await expect(page.getByRole("alert")).toContainText("locked in for the draw");

  await page.reload();
  await expect(page.getByText("so that your entry can no longer be erased here.")).toBeVisible();
  await expect(page.getByText("Erase my entry")).toHaveCount(0);
  const file = await request.get(
    (await page.getByRole("link", { name: "Download my data" }).getAttribute("href")) ?? "",
  );
  expect(file.status()).toBe(200);
  await expectAccessible(page);
  await expectFits(page);
});

test("an organiser says how long entries are kept, and everybody is told until when", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request, { drawDate: "2031-03-01T04:00:00Z" });
  await page.goto(`/edit-raffle/${codeId}/${accessCode}`);
  const days = page.getByLabel("Days to keep entries after the draw");
  await expect(days).toHaveValue("90");
  await days.fill("59");
  await page.getByRole("button", { name: "Save raffle" }).last().click();
  await expect(page.getByText("Please enter a whole number from 60 to 730.")).not.toHaveCount(0);
  await days.fill("61");
  await page.getByRole("button", { name: "Save raffle" }).last().click();
  // The 1st of March and 61 days.
  const kept = /kept until .*May 01, 2031, then they are erased\./;
  await expect.poll(async () => (await (await request.get(`/api/raffles/${codeId}`)).json()).retentionDays).toBe(61);
  for (const path of [`/raffle/${codeId}`, `/raffle-entry/${codeId}`]) {
    await page.goto(path);
    await expect(page.getByText(kept)).toBeVisible();
  }
  for (const list of ["draw-list", "draw-masterlist", "overview"]) {
    await page.goto(`/${list}/${codeId}/${accessCode}`);
    await expect(page.getByText(/The entries are kept until .*May 01, 2031, then they are erased\./)).toBeVisible();
  }
  await page.goto(`/raffle-entry/${codeId}`);
  await page.getByRole("link", { name: "Privacy", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy");
  await expect(page.getByText("90 days, unless the organiser chose another number from 60 to 730")).toBeVisible();
});
