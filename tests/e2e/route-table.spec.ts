import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { grantAdmin, register } from "./own-account.ts";
import { comeFromOwnAddress } from "./own-address.ts";
import { expectAccessible } from "./page-checks.ts";
import { createEvent } from "./test-event.ts";
import { createRaffle } from "./test-raffle.ts";

type Visitor = "guest" | "user" | "admin";

/** What a visitor gets: the page, a page that refuses with this status, or the way to the login page and back. */
type Access = "page" | 403 | 404 | "login";

type Row = {
  readonly path: string;
  /** What the title says besides the first part of the path and the product. */
  readonly subject?: string | undefined;
  readonly access: Readonly<Record<Visitor, Access>>;
  /** A screen of its own says that there is nothing, and not the title. */
  readonly ownScreen?: boolean;
  /** Where the row leads on to, whoever opens it. */
  readonly leadsTo?: string;
};

const OPEN = { guest: "page", user: "page", admin: "page" } as const;
const FORBIDDEN = { guest: 403, user: 403, admin: 403 } as const;
const UNKNOWN = { guest: 404, user: 404, admin: 404 } as const;
const USERS = { guest: "login", user: "page", admin: "page" } as const;
const OWNER = { guest: "login", user: 403, admin: 403 } as const;
const ADMINS = { guest: "login", user: "login", admin: "page" } as const;
const EVENT_ADMINS = { guest: 403, user: 403, admin: "page" } as const;

/** Each visitor reads another language. */
const BROWSERS = {
  guest: { locale: "en-PH", language: "en" },
  user: { locale: "de-DE", language: "de" },
  admin: { locale: "fil-PH", language: "fil" },
} as const;

for (const visitor of ["guest", "user", "admin"] as const) {
  test.describe(`as ${visitor}`, () => {
    const { locale } = BROWSERS[visitor];
    test.use({ locale });

    test(`each row of the route table has its title, language and access for the ${visitor} @javascript`, async ({
      page,
      context,
      browser,
      baseURL,
      request,
    }) => {
      test.setTimeout(240_000);
      await comeFromOwnAddress(context);
      if (visitor !== "guest") {
        // Registered in English, whose labels the other tests know.
        const english = await browser.newContext({ baseURL, locale: "en-US" });
        await comeFromOwnAddress(english);
        const email = await register(await english.newPage());
        if (visitor === "admin") await grantAdmin(email);
        await context.addCookies(await english.cookies());
        await english.close();
      }
      for (const row of await rowsOf(request)) {
        await test.step(row.path, () => expectRow(page, row, visitor));
      }
    });
  });
}

async function rowsOf(request: APIRequestContext): Promise<Row[]> {
  const { codeId, accessCode } = await createRaffle(request, { name: "Fiesta Flash" });
  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const { entryCode } = (await entered.json()) as { entryCode: string };
  const { code } = await createEvent(request);
  const wrong = accessCode === "ZZZZ" ? "YYYY" : "ZZZZ";
  const row = (path: string, access: Row["access"] = OPEN, subject?: string): Row => ({
    path: `/${path}`,
    access,
    subject,
  });
  const ofRaffle = (path: string) => row(path, OPEN, "Fiesta Flash");
  const desk = ["draw-list", "draw-masterlist", "import-entries", "raffle-changes"];
  return [
    row(""),
    ...["login", "register", "forgot-password", "reset-password", "verify-email"].map((path) => row(path)),
    ...["terms", "privacy", "how-it-works", "pricing", "create-raffle", "raffle-list"].map((path) => row(path)),
    ofRaffle(`raffle/${codeId}`),
    row("raffle/NOSUCHRA", UNKNOWN),
    ofRaffle(`raffle-entry/${codeId}`),
    ofRaffle(`raffle-entry/${codeId}/${entryCode}`),
    row(`raffle-entry/${codeId}/ZZZZZZZZ`, UNKNOWN),
    ofRaffle(`search-entry/${codeId}`),
    ofRaffle(`poster/${codeId}`),
    row("admin-raffle-list"),
    row(`update-entry/${entryCode}`),
    ...desk.flatMap((path) => [
      row(`${path}/${codeId}/-`, OWNER),
      row(`${path}/${codeId}/${wrong}`, FORBIDDEN),
      row(`${path}/${codeId}/${accessCode}`, OPEN, path === "raffle-changes" ? undefined : "Fiesta Flash"),
    ]),
    ofRaffle(`overview/${codeId}/${accessCode}`),
    row(`edit-raffle/${codeId}/${accessCode}`),
    { ...row(`edit-raffle/${codeId}/${wrong}`), leadsTo: "/create-raffle" },
    row("create-event"),
    row(`edit-event/${code}`),
    row("edit-event/NOSUCH", UNKNOWN),
    row(`event-changes/${code}`, EVENT_ADMINS),
    row(`event/${code}`, OPEN, "Fiesta Bingo Night"),
    row(`draw-raffle/${code}`, OPEN, "Fiesta Bingo Night"),
    { ...row("event/NOSUCH", UNKNOWN), ownScreen: true },
    { ...row("unsubscribe/NOSUCH", UNKNOWN), ownScreen: true },
    row("profile", USERS),
    ...["", "/raffles", "/events", "/users", "/news", "/mails", "/jobs", "/changes"].map((path) =>
      row(`admin${path}`, ADMINS),
    ),
    { ...row("nowhere/at/all", UNKNOWN), ownScreen: true },
  ];
}

async function expectRow(page: Page, row: Row, visitor: Visitor): Promise<void> {
  const { language } = BROWSERS[visitor];
  const access = row.access[visitor];
  const answer = await page.goto(row.path);
  const { pathname, searchParams } = new URL(page.url());
  expect(answer?.status()).toBe(typeof access === "number" ? access : 200);
  const lands = access === "login" ? "/login" : (row.leadsTo ?? row.path);
  expect(pathname).toBe(lands);
  if (access === "login") expect(searchParams.get("next")).toBe(row.path);
  const status = row.ownScreen ? undefined : String(access);
  const subject = { page: row.subject, login: undefined, 403: status, 404: status }[access];
  const title = [lands.split("/")[1]?.toUpperCase(), subject, "Tambiolo"].filter(Boolean).join(" | ");
  await expect(page).toHaveTitle(title);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  expect(answer?.headers()["content-language"]).toBe(language);
  // The not-found page leads back by itself after four seconds.
  const stay = page.locator("[data-stay]");
  if (await stay.isVisible()) await stay.click();
  await expectAccessible(page);
}
