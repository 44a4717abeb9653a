import { expect } from "@playwright/test";
import { becomeAdmin, register } from "./own-account.ts";
import { comeFromOwnAddress } from "./own-address.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { openLogAt } from "./site-log.ts";
import { test } from "./test.ts";
import { createEvent } from "./test-event.ts";

test("an event belongs to whoever made it while logged in: changed without its code, which can be renewed @long", async ({
  page,
  browser,
  baseURL,
}) => {
  await register(page, "Aling Nena");
  await page.goto("/create-event");
  const title = `Fiesta ${Date.now()}`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Registration Link").fill("https://example.com/register");
  await page.getByLabel("Draw Link").fill("https://example.com/draw");
  await page.getByRole("button", { name: "Create Event" }).click();
  await expect(page.getByText("✅ Event created successfully!")).toBeVisible();
  const [code = "", firstAccessCode = ""] = await page.locator(".ticket-code").allTextContents();

  await page.goto("/profile");
  await expect(page.getByRole("link", { name: title, exact: true })).toHaveAttribute("href", `/event/${code}`);
  await expectAccessible(page);
  await page.getByRole("link", { name: `Edit: ${title}` }).click();
  await expect(page.getByText("You are logged in as its owner or as an admin")).toBeVisible();
  await page.getByLabel("Title").fill(`${title}, moved`);
  await page.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByText("✅ Event updated successfully!")).toBeVisible();

  await page.getByRole("button", { name: "Make a new access code" }).click();
  await expect(page.getByText("The one in use stops working at once.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Yes, make a new one" }).click();
  await expect(page.getByText("The new access code. It is shown only now.").first()).toBeVisible();
  const [newAccessCode = ""] = await page.locator(".ticket-code").allTextContents();
  expect(newAccessCode).toMatch(/^[A-Z0-9]{4}$/);
  await expectFits(page);
  await page.getByRole("link", { name: "Changes" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([/New access code made/, /Event edited/]);
  await expect(page.getByText("Aling Nena").first()).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);

  const other = await browser.newContext({ baseURL, javaScriptEnabled: test.info().project.use.javaScriptEnabled });
  await comeFromOwnAddress(other);
  const stranger = await other.newPage();
  expect((await stranger.goto(`/event-changes/${code}`))?.status()).toBe(403);
  await stranger.goto(`/edit-event/${code}`);
  await expect(stranger.getByText("Make a new access code")).toHaveCount(0);
  const save = async (accessCode: string) => {
    await stranger.getByRole("textbox", { name: "Access Code" }).fill(accessCode);
    await stranger.getByRole("button", { name: "Update Event" }).click();
  };
  await save(firstAccessCode);
  await expect(stranger.getByText("Invalid access code.").first()).toBeVisible();
  await save(newAccessCode);
  await expect(stranger.getByText("✅ Event updated successfully!")).toBeVisible();
  await other.close();
});

test("an admin finds any event and may change it @long", async ({ page, request }) => {
  const title = `Anonymous ${Date.now()}`;
  const { code } = await createEvent(request, { title });
  const email = await register(page, "Site Admin");
  await page.goto(`/event-changes/${code}`);
  await expect(page.getByText("Access code mismatch.")).toBeVisible();
  await becomeAdmin(page, email);
  await page.goto("/admin/events");
  await page.getByLabel("Search by title, code, link or account").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.locator(".account-list > li")).toHaveCount(1);
  await expect(page.locator(".account-list > li")).toContainText("Access code only");
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("link", { name: `Edit: ${title}` }).click();
  await page.getByLabel("Title").fill(`${title}, mended`);
  await page.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByText("✅ Event updated successfully!")).toBeVisible();

  const search = `/admin/events?q=${code}`;
  await page.goto(search);
  await page.getByRole("button", { name: `Switch off ${title}, mended` }).click();
  await expect(page.getByText(`${title}, mended is switched off`)).toBeVisible();
  await expect(page.locator(".account-list > li")).toContainText("Switched off by the people who run this site");
  await expectAccessible(page);
  await expectFits(page);
  for (const path of ["event", "draw-raffle"]) {
    expect((await page.goto(`/${path}/${code}`))?.status()).toBe(404);
    await expect(page.getByText(`Event not found or invalid code: ${code}`)).toBeVisible();
    await expect(page.locator("iframe")).toHaveCount(0);
  }
  await page.goto(`/edit-event/${code}`);
  await expect(page.getByText("have switched this event off")).toBeVisible();
  await expectAccessible(page);
  await page.goto(search);
  await page.getByRole("button", { name: `Switch on ${title}, mended` }).click();
  await expect(page.getByText(`${title}, mended is on again.`)).toBeVisible();
  expect((await request.get(`/event/${code}`)).status()).toBe(200);
  await openLogAt(page, { heading: `Event switched off · ${code}` });
  await openLogAt(page, { heading: `Event edited · ${code}` });
});
