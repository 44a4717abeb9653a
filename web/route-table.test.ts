import { afterAll, beforeAll, expect, it } from "vitest";
import { entryBody, raffleBody } from "../tests/support/api.ts";
import { created } from "../tests/support/ask-site.ts";
import { builtHandles } from "../tests/support/built-handles.ts";
import { eventBody } from "../tests/support/event.ts";
import { startTestSite, type TestSite } from "../tests/support/test-site.ts";
import { openVisitor, registerVisitor, setUpVisitorsCodes, type Visitor } from "../tests/support/visitor.ts";
import { formFaults } from "../tests/support/whole-forms.ts";
import routes from "./routes.ts";

type Kind = "guest" | "user" | "admin";

/**
 * The expected result for a visitor: the page, a page that refuses with this status, or the redirect to the login page.
 */
type Access = "page" | 403 | 404 | "login";

type Row = {
  readonly path: string;
  /** The title's text besides the first path segment and the product name. */
  readonly subject?: string | Readonly<Record<Kind, string>> | undefined;
  readonly access: Readonly<Record<Kind, Access>>;
  /** The page has its own not-found screen, so the title does not say it. */
  readonly ownScreen?: boolean;
  /** The redirect target of the row, the same for every visitor. */
  readonly leadsTo?: string;
};

const OPEN = { guest: "page", user: "page", admin: "page" } as const;
const FORBIDDEN = { guest: 403, user: 403, admin: 403 } as const;
const UNKNOWN = { guest: 404, user: 404, admin: 404 } as const;
const USERS = { guest: "login", user: "page", admin: "page" } as const;
const OWNER = { guest: "login", user: 403, admin: 403 } as const;
const ADMINS = { guest: "login", user: "login", admin: "page" } as const;
const EVENT_ADMINS = { guest: 403, user: 403, admin: "page" } as const;

/** A page between two steps of a login, which second-factor.test.ts goes through. */
const OTHERWISE = new Set(["login-code"]);

/** Each kind of visitor uses another language. */
const LANGUAGES = {
  guest: { locale: "en-PH", language: "en" },
  user: { locale: "de-DE", language: "de" },
  admin: { locale: "fil-PH", language: "fil" },
} as const;

let site: TestSite;
let rows: readonly Row[];
let handleAt: Awaited<ReturnType<typeof builtHandles>>;

beforeAll(async () => {
  site = await startTestSite({ PLANS_FILE: "src/demo/plans.json", RATE_LIMITS: "off" });
  handleAt = await builtHandles();
  rows = await makeRows();
});

afterAll(() => site.stop());

async function makeRows(): Promise<Row[]> {
  const { codeId, accessCode } = await created(site.origin, "/raffles", raffleBody({ name: "Fiesta Flash" }));
  const { entryCode } = await created(site.origin, `/raffles/${codeId}/entries`, entryBody());
  const { code } = await created(site.origin, "/events", eventBody());
  const ofShop = await created(site.origin, "/raffles", raffleBody({ shopName: "Nanay Luz", status: "Published" }));
  const { pool } = site.database;
  await pool.query("insert into users (id, username, email) values ('luz', 'Luz', 'luz@example.com')");
  await pool.query("insert into raffle_members values ($1, 'luz', 'owner', now())", [ofShop.id]);
  const luz = await pool.query("select shop_code from users where id = 'luz'");
  const wrong = accessCode === "ZZZZ" ? "YYYY" : "ZZZZ";
  const row = (path: string, access: Row["access"] = OPEN, subject?: Row["subject"]): Row => ({
    path: `/${path}`,
    access,
    subject,
  });
  const ofRaffle = (path: string) => row(path, OPEN, "Fiesta Flash");
  /** The code is proved and removed from the URL. */
  const withoutCode = (path: string, subject?: string) => ({
    ...row(`${path}/${codeId}/${accessCode}`, OPEN, subject),
    leadsTo: `/${path}/${codeId}/~`,
  });
  const desk = [
    "draw-desk",
    "rehearse",
    "practice-draw",
    "draw-list",
    "draw-masterlist",
    "check-entries",
    "helpers",
    "codes",
    "stations",
    "photos",
    "people",
    "webhooks",
    "winners-report",
    "look-up",
    "add-entry",
    "claim-settings",
    "share-raffle",
    "winners",
    "import-entries",
    "raffle-changes",
  ];
  return [
    row(""),
    ...["login", "register", "forgot-password", "reset-password", "verify-email"].map((path) => row(path)),
    ...[
      "terms",
      "privacy",
      "how-it-works",
      "pricing",
      "verify",
      "draws",
      "locks",
      "create-raffle",
      "draw-from-list",
      "raffle-list",
      "my-tickets",
      "busy",
    ].map((path) => row(path)),
    // Only an operator who wrote one has it.
    row("imprint", UNKNOWN),
    ofRaffle(`raffle/${codeId}`),
    row("raffle/NOSUCHRA", UNKNOWN),
    row(`shop/nanay-luz-${luz.rows[0].shop_code}`, OPEN, "Nanay Luz"),
    row("shop/nanay-luz-0000000000", UNKNOWN),
    row(`raffle/${codeId}/draw`, OPEN, {
      guest: "The draw of Fiesta Flash",
      user: "Die Ziehung von Fiesta Flash",
      admin: "Ang bunutan ng Fiesta Flash",
    }),
    ofRaffle(`raffle/${codeId}/live`),
    ofRaffle(`raffle/${codeId}/certificate`),
    ofRaffle(`raffle/${codeId}/list-check`),
    ...["draw", "live", "certificate", "list-check"].map((page) => row(`raffle/NOSUCHRA/${page}`, UNKNOWN)),
    ofRaffle(`raffle-entry/${codeId}`),
    ...["embed", "embed-entry"].map((page) => ofRaffle(`${page}/${codeId}`)),
    ...["embed", "embed-entry"].map((page) => row(`${page}/NOSUCHRA`, UNKNOWN)),
    ofRaffle(`raffle-entry/${codeId}/${entryCode}`),
    row(`raffle-entry/${codeId}/ZZZZZZZZ`, UNKNOWN),
    ofRaffle(`claim/${codeId}/${entryCode}`),
    row(`claim/${codeId}/ZZZZZZZZ`, UNKNOWN),
    // No rule of it is proved by a photo.
    row(`photo-proof/${codeId}/${entryCode}`, UNKNOWN),
    ofRaffle(`claim/${codeId}/${entryCode}/give-back/00000000-0000-7000-8000-000000000000`),
    ofRaffle(`search-entry/${codeId}`),
    ofRaffle(`code/${codeId}/ABCDEFGHJKLM`),
    row("code/NOSUCHRA/ABCDEFGHJKLM", UNKNOWN),
    ofRaffle(`stamp/${codeId}/1/ABCDEF`),
    row("stamp/NOSUCHRA/1/ABCDEF", UNKNOWN),
    row(`code-sheet/${codeId}/${wrong}`, FORBIDDEN),
    ofRaffle(`poster/${codeId}`),
    ofRaffle(`table-tent/${codeId}`),
    // Before the desk's rows, with which the visitor proves the access code.
    row(`helping/${codeId}`, FORBIDDEN),
    row(`counter/${codeId}`, FORBIDDEN),
    row(`check-rules/${codeId}`, FORBIDDEN),
    row(`invitation/${"x".repeat(32)}`, UNKNOWN),
    row(`helper/${codeId}/${"x".repeat(32)}`, UNKNOWN),
    row("admin-raffle-list"),
    row(`claim/${codeId}/${entryCode}/voucher/00000000-0000-7000-8000-000000000000`),
    row("voucher"),
    row("voucher/01AB9XYZ7T"),
    row(`update-entry/${entryCode}`),
    ...desk.flatMap((path) => [
      row(`${path}/${codeId}/-`, OWNER),
      row(`${path}/${codeId}/${wrong}`, FORBIDDEN),
      withoutCode(path, path === "raffle-changes" ? undefined : "Fiesta Flash"),
    ]),
    withoutCode("overview", "Fiesta Flash"),
    withoutCode("edit-raffle"),
    { ...row(`open-desk/${codeId}`), leadsTo: `/draw-list/${codeId}/~`, subject: "Fiesta Flash" },
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
    row("second-factor", USERS),
    row("change-email", USERS),
    row("delete-account", USERS),
    row("take-raffle", USERS),
    row("api-tokens", USERS),
    ...["", "/raffles", "/events", "/users", "/news", "/mails", "/jobs", "/changes"].map((path) =>
      row(`admin${path}`, ADMINS),
    ),
    { ...row("nowhere/at/all", UNKNOWN), ownScreen: true },
  ];
}

/** Opens a browser for this kind of visitor, in its language. */
async function open(kind: Kind): Promise<Visitor> {
  const visitor = openVisitor(site.origin, LANGUAGES[kind]);
  if (kind === "guest") return visitor;
  const email = `${kind}@example.com`;
  await registerVisitor(visitor, email);
  if (kind === "admin") {
    await site.database.db.updateTable("users").set({ role: "admin" }).where("email", "=", email).execute();
    await setUpVisitorsCodes(visitor);
  }
  return visitor;
}

it("has a row for each page", () => {
  const pages = routes
    .flatMap((route) => route.children ?? [route])
    .filter(({ path, file }) => file.endsWith(".tsx") && path !== undefined && !OTHERWISE.has(path));
  for (const { path = "" } of pages) {
    const pattern = new RegExp(`^/${path.replace("*", ".+").replaceAll(/:\w+/g, "[^/]+")}$`);
    expect.soft([path, rows.some((row) => pattern.test(row.path))]).toEqual([path, true]);
  }
});

it.each(["guest", "user", "admin"] as const)(
  "each row has its status, title and language for the %s",
  async (kind) => {
    const visitor = await open(kind);
    for (const row of rows) expect.soft(await seen(visitor, row.path, kind)).toEqual(expected(row, kind));
  },
  120_000,
);

/** The expected result of a row for one visitor. */
async function seen({ visit }: Visitor, path: string, kind: Kind) {
  const { at, status, headers, html } = await visit(path);
  const { pathname, searchParams } = new URL(at, site.origin);
  return {
    path,
    pathname,
    next: pathname === "/login" ? searchParams.get("next") : null,
    status,
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    isDescribed: status === 200 ? html.includes('<meta name="description" content="') : undefined,
    lang: /<html lang="(\w+)"/.exec(html)?.[1],
    contentLanguage: headers.get("content-language"),
    formFaults: formFaults(html),
    showsAccount: kind !== "guest" && html.includes('class="site-header site-header-full"'),
  };
}

function expected({ path, access, leadsTo, ownScreen, subject }: Row, kind: Kind): Awaited<ReturnType<typeof seen>> {
  const { language } = LANGUAGES[kind];
  const got = access[kind];
  // Who is signed in comes from the login to their raffles.
  const isIn = path === "/login" && kind !== "guest";
  const pathname = got === "login" ? "/login" : isIn ? "/admin-raffle-list" : (leadsTo ?? path);
  const status = ownScreen ? undefined : String(got);
  const said = {
    page: typeof subject === "object" ? subject[kind] : subject,
    login: undefined,
    403: status,
    404: status,
  }[got];
  return {
    path,
    pathname,
    next: got === "login" ? path : null,
    status: typeof got === "number" ? got : 200,
    title: [pathname.split("/")[1]?.toUpperCase(), said, "Tambiolo"].filter(Boolean).join(" | "),
    isDescribed: typeof got === "number" ? undefined : true,
    lang: language,
    contentLanguage: language,
    // Each form can be sent without scripts.
    formFaults: [],
    showsAccount: kind !== "guest" && handleAt(pathname).personal === true,
  };
}

it("only the forms that take a file take large bodies", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=x", origin: site.origin };
  const pages = rows.map(({ path, leadsTo = path }) => (leadsTo === "/" ? "/_root" : leadsTo));
  const post = async (path: string) => {
    const { status } = await fetch(`${site.origin}${path}`, { method: "POST", headers, body: "x".repeat(600_000) });
    return { path, tooLarge: status === 413 };
  };
  // Page by page over the same connections: a refusal must leave them usable.
  for (const page of pages) {
    for (const { path, tooLarge } of await Promise.all([post(page), post(`${page}.data`)])) {
      expect.soft({ path, tooLarge }).toEqual({ path, tooLarge: handleAt(path).maxUpload === undefined });
    }
  }
});
