import { expect } from "@playwright/test";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createEvent } from "./test-event.ts";
import { createRaffle } from "./test-raffle.ts";

test("forms that are sent before the scripts have come know their answer @javascript", async ({ page, request }) => {
  const { code, accessCode } = await createEvent(request);
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`/edit-event/${code}`);
  const authorization = `Basic ${btoa(`${code}:${accessCode}`)}`;
  await request.patch(`/api/events/${code}`, { data: { title: "Theirs" }, headers: { authorization } });
  await page.getByLabel("Title").fill("Mine");
  for (const said of ["Someone saved this event after you opened it.", "✅ Event updated successfully!"]) {
    await page.getByRole("textbox", { name: "Access Code" }).fill(accessCode);
    await page.getByRole("button", { name: "Update Event" }).click();
    await expect(page.getByText(said).first()).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("Mine");
    await expect(page.getByText("What you had typed here is back.")).toHaveCount(0);
  }
  scripts.resolve();
  await page.locator("html[data-started]").waitFor();
  await expect(page.getByText("What you had typed here is back.")).toHaveCount(0);
  await openStarted(page, `/edit-event/${code}`);
  await expect(page.getByText("What you had typed here is back.")).toHaveCount(0);
  expect(await (await request.get(`/api/events/${code}`)).json()).toMatchObject({ title: "Mine", version: 3 });
});

test("whose page could not be loaded anew after saving is in nobody's way @javascript", async ({ page, request }) => {
  const { code, accessCode } = await createEvent(request);
  await openStarted(page, `/edit-event/${code}`);
  await page.route("**/*.data*", (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
  for (const title of ["Once", "Twice", "Twice"]) {
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Access Code").fill(accessCode);
    await page.getByRole("button", { name: "Update Event" }).click();
    await expect(page.locator("[data-said]")).toContainText("was sent");
  }
  expect(await (await request.get(`/api/events/${code}`)).json()).toMatchObject({ title: "Twice", version: 3 });
  // A second press of what was sent shows its answer, and sends nothing.
  await page.unroute("**/*.data*");
  await page.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByRole("heading", { level: 1 }).locator("..")).toContainText("Twice");
  await expect(page.getByText("What you had typed here is back.")).toHaveCount(0);
  expect(await (await request.get(`/api/events/${code}`)).json()).toMatchObject({ version: 3 });
});

test("a press just before the scripts have come does what it says @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  const [scripts, health] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const [path, { promise }] of [
    ["**/assets/*.js", scripts],
    ["**/healthz", health],
  ] as const) {
    await page.route(path, async (route) => {
      await promise;
      await route.continue();
    });
  }
  await page.goto(`/edit-raffle/${codeId}/${accessCode}`);
  const asked = page.waitForRequest("**/healthz");
  await page.getByRole("button", { name: "Remove rule 1" }).click();
  await asked;
  scripts.resolve();
  await page.locator("html[data-started]").waitFor();
  health.resolve();
  await expect(page.getByRole("group", { name: "Rule 2" })).toHaveCount(0);
  await page.getByRole("button", { name: "Save raffle" }).last().click();
  await expect(page.getByText("Raffle saved.")).toBeVisible();
});

test("an answer that came as a page has the focus, and is not jumped to when the scripts start @javascript", async ({
  page,
  request,
}) => {
  const { code, accessCode } = await createEvent(request);
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 400 });
  await page.goto(`/edit-event/${code}`);
  const authorization = `Basic ${btoa(`${code}:${accessCode}`)}`;
  await request.patch(`/api/events/${code}`, { data: { title: "Theirs" }, headers: { authorization } });
  await page.getByRole("textbox", { name: "Access Code" }).fill(accessCode);
  const save = page.getByRole("button", { name: "Update Event" });
  await save.click();
  await expect(page.getByRole("alert").filter({ hasText: "Someone saved this event" })).toBeFocused();
  // The finger is on the button when the scripts start.
  await save.hover();
  const place = await save.boundingBox();
  await page.mouse.down();
  scripts.resolve();
  await page.locator("html[data-started]").waitFor();
  expect(await save.boundingBox()).toEqual(place);
  await page.mouse.up();
  await expect(page.getByText("✅ Event updated successfully!")).toBeVisible();
});
