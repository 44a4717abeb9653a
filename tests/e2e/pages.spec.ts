import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { asOrganiser, entryBody } from "../support/api.ts";
import { becomeAdmin, register } from "./own-account.ts";
import { expectAccessibleInBothSchemes, expectFits, stayOnPage } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createEvent } from "./test-event.ts";
import { createRaffle } from "./test-raffle.ts";

/**
 * A raffle, an entry and an event with texts as long as they may be, and the paths of all screens that need no account.
 */
async function screensOf(request: APIRequestContext) {
  const { codeId, accessCode } = await createRaffle(request);
  const answer = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const { entryCode } = (await answer.json()) as { entryCode: string };
  const { code } = await createEvent(request, { title: "x".repeat(120) });
  const wrong = accessCode === "ZZZZ" ? "YYYY" : "ZZZZ";
  const correction = { headers: asOrganiser(codeId, accessCode), data: { address: "x".repeat(300) } };
  expect((await request.patch(`/api/entries/${entryCode}`, correction)).status()).toBe(200);
  return {
    public: [
      ...["/", "/raffle-list", `/raffle/${codeId}`, `/raffle-entry/${codeId}`, `/raffle-entry/${codeId}/${entryCode}`],
      `/claim/${codeId}/${entryCode}/give-back/00000000-0000-7000-8000-000000000000`,
      ...[`/claim/${codeId}/${entryCode}`, `/embed/${codeId}`, `/embed-entry/${codeId}`],
      ...[
        `/search-entry/${codeId}`,
        `/poster/${codeId}`,
        `/table-tent/${codeId}`,
        `/event/${code}`,
        `/draw-raffle/${code}`,
      ],
      ...["/how-it-works", "/terms", "/privacy", "/imprint", "/pricing", "/verify", "/draws", "/locks"],
      ...["draw", "live", "certificate", "list-check"].map((page) => `/raffle/${codeId}/${page}`),
      ...["/login?next=/profile", "/register", "/forgot-password", "/busy", "/voucher", "/my-tickets"],
      ...["/reset-password?token=used", "/verify-email?token=sent"],
    ],
    "organiser's": [
      ...[
        "/create-raffle",
        "/draw-from-list",
        "/admin-raffle-list",
        `/update-entry/${entryCode}`,
        `/open-desk/${codeId}`,
      ],
      ...["/create-event", `/edit-event/${code}`],
      ...[
        "edit-raffle",
        "draw-desk",
        "rehearse",
        "practice-draw",
        "draw-list",
        "draw-masterlist",
        "check-entries",
        "claim-settings",
        "share-raffle",
        "helpers",
        "people",
        "webhooks",
        "winners-report",
        "look-up",
        "add-entry",
        "winners",
        "overview",
        "import-entries",
        "raffle-changes",
        "codes",
        "stations",
        "photos",
      ].map((desk) => `/${desk}/${codeId}/${accessCode}`),
      // Now that this browser has proved the code.
      `/helping/${codeId}`,
      `/counter/${codeId}`,
      `/update-entry/${entryCode}?proved`,
    ],
    refusing: [
      ...["/raffle/NOSUCHRA", "/event/NOSUCH", "/edit-event/NOSUCH", "/unsubscribe/NOSUCH", "/nowhere/at/all"],
      ...[
        "/reset-password",
        "/verify-email",
        `/helper/${codeId}/ended`,
        "/invitation/ended",
        `/raffle-entry/${codeId}/ZZZZZZZZ`,
        `/event-changes/${code}`,
      ],
      ...["draw-list", "draw-masterlist", "import-entries", "raffle-changes"].map(
        (desk) => `/${desk}/${codeId}/${wrong}`,
      ),
    ],
  };
}

/** The page of a shop with texts as long as they may be, of the account that is signed in. */
async function ownShop(page: Page): Promise<string> {
  const raffle = await createRaffle(page.request, { shopName: "N".repeat(80), shopPlace: "p".repeat(80) });
  await page.goto("/take-raffle");
  await page.locator("[name=raffle]").fill(raffle.codeId);
  await page.locator("[name=accessCode]").fill(raffle.accessCode);
  await page.locator("[name=accessCode]").press("Enter");
  await expect(page).toHaveURL(/\/people\//);
  const html = await (await page.request.get(`/raffle/${raffle.codeId}?lang=en`)).text();
  return `/shop/${/\/shop\/([a-z0-9-]+)/.exec(html)?.[1]}`;
}

for (const kind of ["public", "organiser's", "refusing"] as const) {
  test(`every ${kind} screen is accessible, light and dark, and fits a phone @javascript`, async ({
    page,
    request,
  }) => {
    for (const path of (await screensOf(request))[kind]) await test.step(path, () => expectScreen(page, path));
  });
}

test("every screen of an account is accessible, light and dark, and fits a phone @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  const email = await register(page, "Nena".repeat(25));
  const shop = await ownShop(page);
  await becomeAdmin(page, email);
  for (const path of [
    "/profile",
    "/second-factor",
    "/change-email",
    "/delete-account",
    "/take-raffle",
    "/api-tokens",
    "/admin",
    "/admin/raffles",
    "/admin/events",
    "/admin/users",
    "/admin/news",
    "/admin/mails",
    "/admin/mails?state=held",
    "/admin/jobs",
    "/admin/changes",
    "/login?next=/admin",
    shop,
    // Somebody else's.
    `/draw-list/${codeId}/-`,
  ]) {
    await test.step(path, () => expectScreen(page, path));
  }
});

test("a page that only informs carries no framework script, and one with a form does @javascript", async ({
  request,
}) => {
  const { codeId } = await createRaffle(request);
  const { code } = await createEvent(request);
  for (const path of [
    "/",
    "/raffle-list",
    `/raffle/${codeId}`,
    `/search-entry/${codeId}`,
    "/terms",
    "/privacy",
    "/login",
    "/nowhere",
    `/event/${code}`,
    `/draw-raffle/${code}`,
  ]) {
    const html = await (await request.get(path)).text();
    expect(html, path).not.toMatch(/<script[^>]+src=|data-start="|type="module"|rel="modulepreload"/);
  }
  const form = await (await request.get(`/raffle-entry/${codeId}`)).text();
  expect(form).toMatch(/data-start="\/assets\//);
  // Nothing of it is fetched before the page is painted.
  expect(form).not.toMatch(/type="module"|rel="modulepreload"/);
});

test("the scripts of a form are fetched once its page has been painted @javascript", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  await openStarted(page, `/raffle-entry/${codeId}`);
  const [painted, fetched] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY,
    Math.min(
      ...performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ startTime }) => startTime),
    ),
  ]);
  expect(fetched).toBeGreaterThanOrEqual(painted ?? Number.POSITIVE_INFINITY);
});

test("a shared link has a title, a description and a picture @javascript", async ({ page, request }) => {
  const { codeId } = await createRaffle(request, { name: "Fiesta for Friends", status: "Unpublished" });
  await page.goto(`/raffle/${codeId.toLowerCase()}`);
  await expect(page).toHaveTitle("RAFFLE | Fiesta for Friends | Tambiolo");
  const tags = await page
    .locator('meta[property^="og:"], meta[name^="twitter:"]')
    .evaluateAll((metas) =>
      Object.fromEntries(
        metas.map((meta) => [meta.getAttribute("property") ?? meta.getAttribute("name"), meta.getAttribute("content")]),
      ),
    );
  const description = expect.stringMatching(/^To win: Queso de bola, Ham\. Join until .+\.$/);
  const image = expect.stringMatching(new RegExp(`^https?://[^/]+/share-card/${codeId}\\.png\\?lang=en&v=1$`));
  expect(tags).toEqual({
    "og:locale": "en_US",
    "og:site_name": "Tambiolo",
    "og:type": "website",
    "og:url": expect.stringMatching(new RegExp(`^https?://[^/]+/raffle/${codeId}$`)),
    "og:title": "Fiesta for Friends",
    "og:description": description,
    "og:image": image,
    "og:image:alt": "Fiesta for Friends",
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "twitter:card": "summary_large_image",
    "twitter:title": "Fiesta for Friends",
    "twitter:description": description,
    "twitter:image": image,
    "twitter:image:alt": "Fiesta for Friends",
  });
  const picture = await request.get(new URL(tags["og:image"] ?? "").pathname);
  expect(picture.headers()["content-type"]).toBe("image/png");
  // Unpublished means unlisted: whoever has the link sees it, search engines do not.
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await page.goto("/raffle-list");
  await expect(page.getByText("Fiesta for Friends")).toHaveCount(0);
});

test("a page that the list does not have leads to its first one @read-only", async ({ page, request }) => {
  await createRaffle(request);
  await page.goto("/raffle-list?page=9999");
  await expect(page).toHaveURL(/\/raffle-list$/);
  await expect(page.locator(".raffle-card").first()).toBeVisible();
});

test("what does not exist is said plainly", async ({ page }) => {
  const missing = await page.goto("/raffle/NOSUCHRA");
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Tambiolo Record Not Found!" })).toBeVisible();
  await expect(page.getByText("Raffle code not found.")).toBeVisible();
  const nowhere = await page.goto("/nowhere/at/all");
  expect(nowhere?.status()).toBe(404);
  await expect(page.getByRole("link", { name: "See the raffles" })).toBeVisible();
  // Nothing can count without a script, so nothing is promised then.
  const scripts = test.info().project.use.javaScriptEnabled !== false;
  await expect(page.getByText("NotFound -- we bring you back to the last page in")).toBeVisible({ visible: scripts });
});

test("the not-found page counts down and goes back, unless told to stay @javascript", async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto("/raffle-list");
  await page.goto("/nowhere", { referer: new URL("/raffle-list", page.url()).href });
  await expect(page.getByText("last page in 4 seconds")).toBeVisible();
  await page.clock.runFor(1000);
  await expect(page.getByText("last page in 3 seconds")).toBeVisible();
  await page.clock.runFor(3000);
  await expect(page).toHaveURL(/raffle-list$/);
  // Who typed the address comes from no page of ours.
  await page.goto("/nowhere");
  await page.clock.runFor(4000);
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/nowhere");
  await page.getByRole("button", { name: "Stay on this page" }).click();
  await page.clock.runFor(10_000);
  await expect(page).toHaveURL(/nowhere$/);
});

test("the menu of a small screen opens, and closes on selection, Escape and outside @javascript", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/raffle-list");
  const menu = page.locator("details.site-menu");
  const link = menu.getByRole("link", { name: "How It Works" });
  await expect(link).toBeHidden();
  await menu.locator("summary").click();
  await expect(link).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  await menu.locator("summary").click();
  await link.click();
  await expect(page).toHaveURL(/how-it-works$/);
  await expect(page.locator("details.site-menu").getByRole("link", { name: "List" })).toBeHidden();
});

test("a banner that cannot be loaded gives way to the default one @javascript", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  await page.route(new RegExp(`/banner/${codeId}`), (route) => route.abort());
  await page.goto(`/raffle/${codeId}`);
  const banner = page.locator(".raffle-banner img").first();
  await expect(banner).toHaveAttribute("src", "/banner/default.png");
  await expect.poll(() => banner.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
});

/** One screen in both colour schemes, which are the same page in other colours. */
async function expectScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await stayOnPage(page);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
}
