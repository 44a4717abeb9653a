import { type APIRequestContext, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { CHANGE_RAFFLE } from "#src/access/audit/admit-change.ts";
import { loadSecret } from "#src/config/secret.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { counterKeys } from "#src/rate-limits/attempt-counter.ts";
import { kindOf } from "#src/rate-limits/strangers-limits.ts";
import { raffleBody } from "../support/api.ts";
import { eventBody } from "../support/event.ts";
import { openSiteDatabase } from "../support/site-database.ts";
import { comeFromOwnAddress, newAddress } from "./own-address.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createEvent } from "./test-event.ts";
import { createRaffle } from "./test-raffle.ts";

const CRIMSON = { r: 200, g: 20, b: 60 };

function crimsonPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 1200, height: 630, channels: 3, background: CRIMSON } })
    .jpeg()
    .toBuffer();
}

async function expectCrimson(request: APIRequestContext, codeId: string): Promise<void> {
  const banner = sharp(await (await request.get(`/banner/${codeId}.png`)).body());
  const { channels } = await banner.removeAlpha().stats();
  for (const [place, value] of Object.values(CRIMSON).entries()) {
    expect(Math.abs((channels[place]?.mean ?? 0) - value)).toBeLessThan(10);
  }
}

/** Keeps the solver away until a test has looked around. */
async function holdSolver(page: Page): Promise<() => void> {
  const arrive = Promise.withResolvers<void>();
  await page.route("**/assets/*solver-worker*", async (route) => {
    await arrive.promise;
    await route.continue();
  });
  return arrive.resolve;
}

function solving(page: Page) {
  return page.getByRole("status").getByText("Your device is solving a short puzzle");
}

/** Makes as many raffles as a network makes in an hour without a puzzle. */
async function makeTen(request: APIRequestContext, address: string): Promise<void> {
  const headers = { "x-forwarded-for": address };
  for (let made = 0; made < 10; made += 1) {
    expect((await request.post("/api/raffles", { data: raffleBody(), headers })).status()).toBe(201);
  }
}

/** Has a network use up the changes of an hour. */
async function useUpChanges(address: string): Promise<void> {
  const secret = await loadSecret({ secret: undefined, dataDir: process.env.SITE_DATA_DIR ?? "" });
  if (!secret.ok) throw new Error(secret.refusal);
  const key = Buffer.from(counterKeys(secret.value)(kindOf(CHANGE_RAFFLE, "network"), address), "hex");
  const { pool, close } = connectDatabase(await openSiteDatabase());
  await pool.query("insert into guess_tallies (key, tries, at, used) values ($1, 0, now(), 1000000)", [key]);
  await close();
}

async function fillRaffle(page: Page): Promise<void> {
  await page.getByLabel("Name").first().fill("The eleventh");
  await page.getByLabel("Details").first().fill("Of one hour.");
  await page.getByLabel("Due date").fill("2030-12-20T18:00");
  await page.getByRole("group", { name: "Prize 1" }).getByLabel("Name").fill("A basket");
}

function submit(page: Page): Promise<void> {
  return page.locator("form").getByRole("button", { name: "Create raffle" }).last().click();
}

test("the eleventh raffle of an hour costs a puzzle, which the form solves by itself, picture and all @javascript", async ({
  page,
  request,
}) => {
  const address = newAddress();
  await comeFromOwnAddress(page.context(), address);
  await makeTen(request, address);
  const letSolve = await holdSolver(page);
  await openStarted(page, "/create-raffle");
  await fillRaffle(page);
  const photo = { name: "shop.jpg", mimeType: "image/jpeg", buffer: await crimsonPhoto() };
  await page.getByLabel("Banner").setInputFiles(photo);
  await submit(page);
  await expect(solving(page)).toBeInViewport();
  await expect(page.getByLabel("Details").first()).toHaveValue("Of one hour.");
  await expectAccessible(page);
  await expectFits(page);
  letSolve();
  await expect(page.getByText("Raffle successfully created!")).toBeVisible();
  await expect(page.getByText("If nobody joins, this raffle is deleted automatically 42 days after")).toBeVisible();
  const codeId = await page.locator(".ticket-code").first().textContent();
  await expect(page.getByRole("heading", { name: "The eleventh" })).toBeVisible();
  await expectCrimson(request, codeId ?? "");
});

test("a change past an hour's limit costs the desk a puzzle on a page of its own, and is made then @javascript", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request);
  const address = newAddress();
  await comeFromOwnAddress(page.context(), address);
  await page.goto(`/helpers/${codeId}/${accessCode}`);
  await useUpChanges(address);
  const letSolve = await holdSolver(page);
  await page.getByLabel("Name of the helper").fill("Aling Bebang");
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.locator("[data-challenge]")).toBeVisible();
  letSolve();
  await expect(page.getByText("Link for Aling Bebang")).toBeVisible();
  await expect(page.locator("[data-challenge]")).toHaveCount(0);
  // So is the next one, which needs another solution.
  await page.getByLabel("Name of the helper").fill("Mang Tomas");
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByText("Link for Mang Tomas")).toBeVisible();
});

test("the twenty-first picture of an hour costs one, and is the banner then @javascript @long", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request);
  const path = `/edit-raffle/${codeId}/${accessCode}`;
  const buffer = await crimsonPhoto();
  const banner = { name: "shop.jpg", mimeType: "image/jpeg", buffer };
  await comeFromOwnAddress(page.context());
  await openStarted(page, path);
  const statuses = await page.evaluate(async () => {
    const form = document.querySelector<HTMLFormElement>("form[data-draft^='edit-raffle']") ?? undefined;
    const found: number[] = [];
    for (let sent = 0; sent < 20; sent += 1) {
      const body = new FormData(form);
      body.set("banner", new Blob(["no picture"]), "shop.jpg");
      found.push((await fetch(location.pathname, { method: "POST", body })).status);
    }
    return found;
  });
  // To look at what is no picture is work as well.
  expect(statuses).toEqual(Array(20).fill(422));
  const letSolve = await holdSolver(page);
  await page.getByLabel("Banner").setInputFiles(banner);
  await page.getByLabel("Details").first().fill("With another picture.");
  await page.locator("form").getByRole("button", { name: "Save raffle" }).last().click();
  await expect(solving(page)).toBeInViewport();
  letSolve();
  await expect(page.getByText("Raffle saved.")).toBeVisible();
  await expect(page.getByLabel("Details").first()).toHaveValue("With another picture.");
  await expectCrimson(request, codeId);
});

test("the sixty-first change of an event in an hour costs one, and is made @javascript @long", async ({
  page,
  request,
}) => {
  const { code, accessCode } = await createEvent(request);
  const authorization = `Basic ${btoa(`${code}:${accessCode}`)}`;
  for (let version = 1; version <= 60; version += 1) {
    const headers = { authorization, "x-forwarded-for": newAddress() };
    const data = eventBody({ title: `Bingo ${version}`, version });
    expect((await request.patch(`/api/events/${code}`, { data, headers })).status()).toBe(200);
  }
  await comeFromOwnAddress(page.context());
  const letSolve = await holdSolver(page);
  await openStarted(page, `/edit-event/${code}`);
  await page.getByLabel("Title").fill("Bingo at last");
  await page.getByRole("textbox", { name: "Access Code" }).fill(accessCode);
  await page.getByRole("button", { name: "Update Event" }).click();
  await expect(solving(page)).toBeInViewport();
  letSolve();
  await expect(page.getByText("✅ Event updated successfully!")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Bingo at last");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("it says in how many minutes to send it again, and keeps what was typed @both", async ({ page, request }) => {
    const address = newAddress();
    await comeFromOwnAddress(page.context(), address);
    await makeTen(request, address);
    await page.goto("/create-raffle");
    await fillRaffle(page);
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await submit(page);
    const answer = await answered;
    expect(answer.status()).toBe(429);
    const minutes = Math.ceil(Number(answer.headers()["retry-after"]) / 60);
    expect(minutes).toBeGreaterThan(1);
    await expect(page.getByRole("alert")).toContainText(`please send it again in ${minutes} minutes, or switch`);
    await expect(page.getByLabel("Name").first()).toHaveValue("The eleventh");
    await expect(page.getByLabel("Details").first()).toHaveValue("Of one hour.");
    await expect(page.getByLabel("Due date")).toHaveValue("2030-12-20T18:00");
    await expect(page.getByText("Your device is solving")).toHaveCount(0);
    await expectFits(page);
  });
});
