import { expect } from "@playwright/test";
import { type ForeignSite, openForeignSite } from "./foreign-site.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createEvent } from "./test-event.ts";
import { createRaffle } from "./test-raffle.ts";

let foreign: ForeignSite;

test.beforeAll(async () => {
  foreign = await openForeignSite();
});

test.afterAll(() => foreign.close());

const scripts = () => test.info().project.use.javaScriptEnabled !== false;
const wrongFor = (accessCode: string) => (accessCode === "ZZZZ" ? "YYYY" : "ZZZZ");

test("an organiser creates an event, keeps its access code, and changes it with that code alone", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Create an event" }).click();
  const code = page.getByLabel("Code", { exact: true });
  const shown = await code.inputValue();
  expect(shown).toMatch(/^[A-Z0-9]{6}$/);
  await expect(code).not.toBeEditable();

  const title = `Bingo ${Date.now()}`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Draw Link").fill("example.com/draw");
  await page.getByRole("button", { name: "Create Event" }).click();
  await expect(page.getByText("❌ Please fill in all fields.")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(page.getByLabel("Draw Link")).toHaveValue("example.com/draw");
  await expect(code).toHaveValue(shown);
  await page.getByLabel("Registration Link").fill(`${foreign.origin}/register`);
  await page.getByRole("button", { name: "Create Event" }).click();
  await expect(page.getByText("Please enter a whole link").first()).toBeVisible();
  await page.getByLabel("Draw Link").fill(`${foreign.origin}/draw`);
  await page.getByRole("button", { name: "Create Event" }).click();

  await expect(page.getByText("✅ Event created successfully!")).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  const [eventCode = "", accessCode = ""] = await page.locator(".ticket-code").allTextContents();
  expect(eventCode).toBe(shown);
  expect(accessCode).toMatch(/^[A-Z0-9]{4}$/);
  await expect(page.getByRole("link", { name: /\/event\/.{6}$/ })).toHaveAttribute(
    "href",
    new RegExp(`/event/${shown}$`),
  );

  await page.getByRole("link", { name: "Edit the event" }).click();
  expect(await page.content()).not.toContain(`>${accessCode}<`);
  await expect(page.getByText("Access Code is required to update information.")).toBeVisible();
  await expect(code).not.toBeEditable();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  const save = async (typed: string) => {
    await page.getByRole("textbox", { name: "Access Code" }).fill(typed);
    await page.getByRole("button", { name: "Update Event" }).click();
  };
  await page.getByLabel("Title").fill("Somebody else's");
  await save("");
  await expect(page.getByText("❌ Failed to update event.")).toBeVisible();
  await expect(page.getByRole("alert").getByText("Access Code is required to update information.")).toBeVisible();
  await save(wrongFor(accessCode));
  await expect(page.getByText("Invalid access code.").first()).toBeVisible();
  await expect(page.getByText("Access code mismatch.")).toHaveCount(0);
  await expect(page.getByLabel("Title")).toHaveValue("Somebody else's");
  await expectAccessible(page);
  await expectFits(page);
  await page.getByLabel("Title").fill(`${title}, moved`);
  await save(` ${accessCode.toLowerCase()} `);
  await expect(page.getByText("✅ Event updated successfully!")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }).locator("..")).toContainText(`${shown} · ${title}, moved`);

  // This browser has proved the code; a wrong one still saves nothing.
  await page.reload();
  await expect(page.getByText("You have already entered the access code in this browser.")).toBeVisible();
  await page.getByLabel("Title").fill("");
  await save("");
  await expect(page.getByText("❌ Please fill in all fields.")).toBeVisible();
  await page.getByLabel("Title").fill(`${title}, again`);
  await save(wrongFor(accessCode));
  await expect(page.getByText("Invalid access code.").first()).toBeVisible();
  await save("");
  await expect(page.getByText("✅ Event updated successfully!")).toBeVisible();
});

test("of two who change an event at once, the second is told and loses nothing @both", async ({ page, request }) => {
  const { code, accessCode } = await createEvent(request);
  await page.goto(`/edit-event/${code}`);
  const authorization = `Basic ${btoa(`${code}:${accessCode}`)}`;
  const other = await request.patch(`/api/events/${code}`, { data: { title: "Theirs" }, headers: { authorization } });
  expect(other.status()).toBe(200);
  await page.getByLabel("Title").fill("Mine");
  await page.getByLabel("Access Code").fill(accessCode);
  await page.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByText("Someone saved this event after you opened it.").first()).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Update Event" }).click();
  await expect(page.getByText("✅ Event updated successfully!")).toBeVisible();
  expect(await (await request.get(`/api/events/${code}`)).json()).toMatchObject({ title: "Mine", version: 3 });
});

test("a change that cannot be sent stays in the form @javascript", async ({ page, request }) => {
  const { code } = await createEvent(request);
  for (const [path, button, failed] of [
    ["create-event", "Create Event", "❌ Failed to create event."],
    [`edit-event/${code}`, "Update Event", "❌ Failed to update event."],
  ] as const) {
    await openStarted(page, `/${path}`);
    await page.getByLabel("Title").fill("Typed with care");
    await page.route("**/*.data*", (route) => route.abort());
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByText(failed)).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("Typed with care");
    await page.unroute("**/*.data*");
  }
});

test("an event shows the registration page in a frame that cannot get out", async ({ page, context, request }) => {
  const src = `${foreign.origin}/register-${test.info().project.name}`;
  const { code } = await createEvent(request, { src });
  const answer = await page.goto(`/event/${code.toLowerCase()}`);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/(^|; )frame-src https: http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*(;|$)/);
  expect(policy).not.toMatch(/script-src[^;]*(unsafe-inline|https:)/);

  const frame = page.locator("iframe");
  await expect(frame).toHaveAttribute("src", src);
  await expect(frame).toHaveAttribute("sandbox", "allow-same-origin allow-scripts allow-forms");
  await expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
  await expect(frame).toHaveAttribute("title", "Registration: Fiesta Bingo Night");
  for (const height of [640, 900]) {
    await page.setViewportSize({ width: 1000, height });
    expect((await frame.boundingBox())?.height).toBe(height);
  }
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toContainText("Terms and Agreements");

  const inside = page.frameLocator("iframe");
  await expect(inside.getByRole("heading", { name: "Elsewhere" })).toBeVisible();
  if (scripts()) {
    const tried = JSON.parse(String(await inside.locator("output").textContent()));
    // It is its own origin, knows nothing of ours, and opens nothing beside or in place of us.
    expect(tried).toEqual({
      origin: foreign.origin,
      referrer: "",
      parent: "SecurityError",
      top: "SecurityError",
      popup: "null",
    });
    expect(context.pages()).toHaveLength(1);
  }
  expect(page.url()).toContain(`/event/${code.toLowerCase()}`);
  await inside.getByLabel("Your name").fill("Ana");
  await inside.getByRole("button", { name: "Register" }).click();
  await expect(inside.getByRole("heading", { name: "/sent?name=Ana" })).toBeVisible();
  const [visit] = foreign.visits.filter(({ path }) => src.endsWith(path));
  expect(visit).toEqual({ path: new URL(src).pathname, referer: undefined });
});

test("a bar of ours says above the frame whose page it is, and opens it in a tab", async ({ page, request }) => {
  const links = { src: `${foreign.origin}/register`, srcDraw: `${foreign.origin}/draw` };
  const { code } = await createEvent(request, links);
  for (const [path, link] of [
    ["event", links.src],
    ["draw-raffle", links.srcDraw],
  ] as const) {
    await page.goto(`/${path}/${code}`);
    const bar = page.locator(".foreign-bar");
    await expect(bar).toContainText("Tambiolo");
    await expect(bar).toContainText(`This page belongs to ${new URL(foreign.origin).host}.`);
    await expectAccessible(page);
    await expectFits(page);
    // It stays in sight when the frame, which is as high as the window, is scrolled.
    await page.mouse.move(10, 10);
    await page.mouse.wheel(0, 2000);
    await expect(bar).toBeInViewport({ ratio: 1 });
    const opened = page.waitForEvent("popup");
    await bar.getByRole("link", { name: "Open in a tab" }).click();
    const tab = await opened;
    await expect(tab).toHaveURL(link);
    expect(foreign.visits.findLast((visit) => link.endsWith(visit.path))?.referer).toBeUndefined();
    await tab.close();
  }
});

test("nobody chooses an event's code", async ({ request, baseURL }) => {
  const form = {
    title: "x",
    src: "https://example.com/",
    srcDraw: "https://example.com/",
    code: "LOGIN1",
    codeSeal: "x",
  };
  const made = await request.post("/create-event", { form, headers: { origin: String(baseURL) } });
  expect(made.status()).toBe(201);
  expect(await made.text()).not.toContain("LOGIN1");
  expect((await request.get("/event/LOGIN1")).status()).toBe(404);
  const refused = await request.post("/create-event", {
    form: { ...form, title: "" },
    headers: { origin: String(baseURL) },
  });
  expect([refused.status(), await refused.text()]).toEqual([422, expect.not.stringContaining("LOGIN1")]);
});

test("a draw shows its page and leads to its vouchers, or says that there is no link", async ({ page, request }) => {
  const links = { src: `${foreign.origin}/register`, srcDraw: `${foreign.origin}/draw` };
  const without = await createEvent(request, { ...links, srcCreateVoucherLink: "" });
  await page.goto(`/draw-raffle/${without.code}`);
  await expect(page.locator("iframe")).toHaveAttribute("src", links.srcDraw);
  await expect(page.locator("iframe")).toHaveAttribute("sandbox", "allow-same-origin allow-scripts allow-forms");
  await expect(page.getByRole("button", { name: "No Link for Creating Voucher" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "No Link for Validation" })).toBeDisabled();
  await expect(page.getByRole("link", { name: /Voucher/ })).toHaveCount(0);
  await expect(page.locator("header.site-header")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toBeVisible();

  const vouchers = {
    srcCreateVoucherLink: `${foreign.origin}/new`,
    srcCreateVoucherValidateLink: `${foreign.origin}/ok`,
  };
  const event = await createEvent(request, { ...links, ...vouchers });
  await page.goto(`/draw-raffle/${event.code}`);
  await expect(page.getByRole("button", { name: /No Link/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Validate Voucher" })).toHaveAttribute(
    "href",
    vouchers.srcCreateVoucherValidateLink,
  );
  const create = page.getByRole("link", { name: "Create Voucher" });
  await expect(create).toHaveAttribute("rel", "noopener noreferrer");
  const opened = page.waitForEvent("popup");
  await create.click();
  const tab = await opened;
  await expect(tab.getByRole("heading", { name: "Elsewhere /new" })).toBeVisible();
  expect(foreign.visits.findLast(({ path }) => path === "/new")).toEqual({ path: "/new", referer: undefined });
});

test("a raffle identifier leads to the event that has it, unless a raffle is found there", async ({
  page,
  request,
}) => {
  const raffleIdentifier = `Gabi-${Date.now()}-${scripts()}`;
  const { code } = await createEvent(request, { raffleIdentifier, src: `${foreign.origin}/register` });
  await page.goto(`/raffle/${raffleIdentifier.toLowerCase()}`);
  await expect(page).toHaveURL(new RegExp(`/event/${code}$`));
  await expect(page.locator("iframe")).toHaveCount(1);
  const { codeId } = await createRaffle(request);
  const claim = await request.post("/api/events", {
    data: { title: "x", src: foreign.origin, srcDraw: foreign.origin, raffleIdentifier: codeId },
  });
  expect(claim.status()).toBe(409);
  await page.goto(`/raffle/${codeId}`);
  await expect(page).toHaveURL(new RegExp(`/raffle/${codeId}$`));
});

test("an event is not shown on the very site that it frames, by whatever name that is reached", async ({ request }) => {
  const { code } = await createEvent(request, { src: "https://second-name.example/register" });
  const get = (host?: string) => request.get(`/event/${code}`, host ? { headers: { host } } : {});
  expect((await get()).status()).toBe(200);
  expect((await get("another.example")).status()).toBe(200);
  const itself = await get("second-name.example");
  expect(itself.status()).toBe(404);
  expect(await itself.text()).not.toContain("<iframe");
});

test("an unknown event is said to be so, and only events may frame other sites", async ({ page, request }) => {
  for (const path of ["event", "draw-raffle"]) {
    for (const code of ["NOSUCH", "<b>x</b>"]) {
      const answer = await page.goto(`/${path}/${encodeURIComponent(code)}`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByText(`Event not found or invalid code: ${code}`)).toBeVisible();
      await expect(page.locator("iframe")).toHaveCount(0);
    }
  }
  const edit = await page.goto("/edit-event/NOSUCH");
  expect(edit?.status()).toBe(404);
  await expect(page.getByText("⚠️ Event not found.")).toBeVisible();
  const { code } = await createEvent(request);
  for (const path of ["/", "/create-event", `/edit-event/${code}`, "/nowhere"]) {
    const policy = (await request.get(path)).headers()["content-security-policy"];
    expect([path, policy]).toEqual([path, expect.stringContaining("; frame-src 'none';")]);
  }
});
