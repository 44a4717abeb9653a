import { expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { register } from "./own-account.ts";
import { expectFits, stayOnPage } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

// Raffles and events are counted by network.

const HEADINGS = { de: "Verlosungen", en: "Raffles", fil: "Mga Raffle" } as const;
const NAMES = { de: "Deutsch", en: "English", fil: "Filipino" } as const;

async function expectLanguage(page: Page, language: keyof typeof HEADINGS): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(page.locator(".language-menu summary")).toContainText(NAMES[language]);
}

async function switchTo(page: Page, language: keyof typeof NAMES): Promise<void> {
  const menu = page.locator(".language-menu");
  await menu.locator("summary").click();
  await menu.getByRole("button", { name: NAMES[language] }).click();
}

for (const [locale, language] of [
  ["de-CH", "de"],
  ["en-GB", "en"],
  ["fil-PH", "fil"],
  ["tl", "fil"],
  ["fr-FR", "de"],
] as const) {
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale });
    test(`reads ${NAMES[language]} at first paint @read-only`, async ({ page, request }) => {
      // A list without raffles is another page.
      await createRaffle(request);
      const answer = await page.goto("/raffle-list");
      expect(answer?.headers()["content-language"]).toBe(language);
      expect(await answer?.text()).toContain(`<html lang="${language}"`);
      await expectLanguage(page, language);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(HEADINGS[language]);
    });
  });
}

test("the switch keeps the page, and the choice stays until the next", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  await page.goto("/raffle-list?page=1");
  await switchTo(page, "de");
  await expect(page).toHaveURL(/\/raffle-list\?page=1$/);
  await expectLanguage(page, "de");
  await page.goto(`/raffle/${codeId}`);
  await expectLanguage(page, "de");
  await expect(page).toHaveTitle(/^RAFFLE \| .+ \| Tambiolo$/);
  await switchTo(page, "fil");
  await expect(page).toHaveURL(new RegExp(`/raffle/${codeId}$`));
  await expectLanguage(page, "fil");
  await page.goto("/nowhere");
  await expectLanguage(page, "fil");
});

test("the switch is in the menu of a phone too, and on pages with a form", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`/raffle-entry/${codeId}`);
  const menu = page.locator(".site-menu");
  await menu.locator("summary").click();
  await expect(menu.getByRole("button", { name: "English" })).toHaveAttribute("aria-current", "true");
  await menu.getByRole("button", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(new RegExp(`/raffle-entry/${codeId}$`));
  await expectLanguage(page, "de");
});

test("a form answers in the language of its page, with and without scripts", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  await page.goto(`/search-entry/${codeId}`);
  await switchTo(page, "de");
  // The page is loaded anew: what is typed into the one before is lost.
  await expectLanguage(page, "de");
  await page.locator("main input[name=entryCode]").fill("QQQQQQQQ");
  await page.locator("main form button[type=submit]").click();
  await expect(page.getByText("Teilnahme nicht gefunden.")).toBeVisible();
  await expectLanguage(page, "de");
});

test("a link can name its language, which chooses nothing @read-only", async ({ page }) => {
  await page.goto("/terms?lang=de");
  await expectLanguage(page, "de");
  const canonical = await page.locator("link[rel=canonical]").evaluate((link) => (link as HTMLLinkElement).href);
  expect(new URL(canonical).search).toBe("");
  for (const [hreflang, href] of [
    ["de", `${canonical}?lang=de`],
    ["en", `${canonical}?lang=en`],
    ["fil", `${canonical}?lang=fil`],
    ["x-default", canonical],
  ] as const) {
    await expect(page.locator(`link[rel=alternate][hreflang=${hreflang}]`)).toHaveAttribute("href", href);
  }
  await expect(page.locator("meta[property='og:locale']")).toHaveAttribute("content", "de_DE");
  expect(await page.context().cookies()).toEqual([]);
  await page.goto("/terms");
  await expectLanguage(page, "en");
  await page.goto("/terms?lang=fil");
  await switchTo(page, "en");
  await expect(page).toHaveURL(/\/terms$/);
  await expectLanguage(page, "en");
});

test("only the page's language reaches the browser @javascript", async ({ page, request }) => {
  const { codeId } = await createRaffle(request);
  await page.goto(`/raffle-entry/${codeId}?lang=de`);
  const sent = JSON.parse((await page.locator("#page-texts").textContent()) ?? "");
  expect(sent.language).toBe("de");
  expect(Object.keys(sent.files).toSorted()).toEqual(["entries", "messages", "raffles", "site"]);
  for (const [namespace, file] of Object.entries<string>(sent.files)) {
    const texts = await request.get(file);
    expect(texts.headers()["cache-control"]).toContain("immutable");
    expect(await texts.json()).toEqual(await (await request.get(`/locales/de/${namespace}.json`)).json());
  }
  const html = await page.content();
  expect(html).not.toContain("Join & Manifest the Prize!");
});

test("the catalogues are served in every language @read-only", async ({ request }) => {
  for (const language of ["de", "en", "fil"] as const) {
    const answer = await request.get(`/locales/${language}/raffles.json`);
    expect((await answer.json()).list.heading).toBe(HEADINGS[language]);
  }
  expect((await request.get("/locales/fr/raffles.json")).status()).toBe(404);
});

for (const language of ["de", "fil"] as const) {
  test(`every kind of screen fits in ${NAMES[language]} @javascript${language === "fil" ? " @long" : ""}`, async ({
    page,
    request,
  }) => {
    const { codeId, accessCode } = await createRaffle(request);
    await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
    await page.goto("/");
    await switchTo(page, language);
    const paths = [
      "/",
      "/raffle-list",
      `/raffle/${codeId}`,
      `/raffle-entry/${codeId}`,
      `/search-entry/${codeId}`,
      "/create-raffle",
      "/admin-raffle-list",
      "/how-it-works",
      "/terms",
      "/privacy",
      "/imprint",
      "/pricing",
      "/verify",
      "/create-event",
      "/nowhere",
      `/poster/${codeId}`,
      `/edit-raffle/${codeId}/${accessCode}`,
      `/draw-list/${codeId}/${accessCode}`,
      `/draw-masterlist/${codeId}/${accessCode}`,
      `/overview/${codeId}/${accessCode}`,
      `/import-entries/${codeId}/${accessCode}`,
      `/raffle-changes/${codeId}/${accessCode}`,
    ];
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path);
        await stayOnPage(page);
        await expectLanguage(page, language);
        await expectFits(page);
      });
    }
  });
}

/** Where its links fold, one more and one less, and what lies between. */
const WIDTHS = [700, 767, 768, 832, 900, 1023, 1024, 1119, 1120, 1440];
const ONE_LINE = 62;

/** The header is one line high in each language, and nothing of it sticks out. */
async function expectOneLine(page: Page, path: string): Promise<void> {
  for (const language of ["de", "en", "fil"]) {
    await page.goto(`${path}?lang=${language}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      const [height = 0, over = 0] = await page.evaluate(() => {
        const bar = document.querySelector(".site-header-bar");
        const over = Math.max(bar?.scrollWidth ?? 0, document.documentElement.scrollWidth) - innerWidth;
        return [bar?.getBoundingClientRect().height, over];
      });
      expect(height, `${path} in ${language} at ${width} px`).toBeLessThanOrEqual(ONE_LINE);
      expect(over, `${path} in ${language} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
}

test("the header is one line at every width, for guests, organisers and members @javascript @long", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request);
  await expectOneLine(page, "/create-raffle");
  // With a pass it also has the way to one's raffles, and on the desk the way out.
  await page.goto(`/overview/${codeId}/${accessCode}`);
  await expectOneLine(page, `/overview/${codeId}/~`);
  await expectOneLine(page, "/create-raffle");
  await register(page);
  for (const path of ["/raffle-list", `/overview/${codeId}/~`]) await expectOneLine(page, path);
  await expect(page.getByRole("button", { name: "Mag-log out", exact: true })).toBeHidden();
  await page.locator(".site-menu > summary").click();
  for (const name of ["Umalis sa desk", "Mag-log out"]) {
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  }
});
