import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asOrganiser, createTestApi, raffleBody } from "../tests/support/api.ts";
import { created } from "../tests/support/ask-site.ts";
import { builtHandles } from "../tests/support/built-handles.ts";
import { createTestDatabase, type TestDatabase } from "../tests/support/database.ts";
import { pathsOf } from "../tests/support/route-paths.ts";
import { lockedRaffle, storeResult } from "../tests/support/shown-draw.ts";
import { type SiteProcess, startSite } from "../tests/support/site.ts";
import routes from "./routes.ts";

/** So that the site has a pricing page. */
const PLANS_FILE = "src/demo/plans.json";

/** A change is told to every process at once; without word of it a page stays for longer than this. */
const SOON = { timeout: 10_000, interval: 20 };

let database: TestDatabase;
let dataDir: string;
let handleAt: Awaited<ReturnType<typeof builtHandles>>;
let here: SiteProcess;
let there: SiteProcess;
let shopPage: string;
let raffle: { id: string; codeId: string; accessCode: string };

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "tambiolo-kept-"));
  const env = {
    DATABASE_URL: database.connectionString,
    RATE_LIMITS: "off",
    ORIGIN: "http://localhost:3000",
    PLANS_FILE,
  };
  await mkdir(join(dataDir, "pages"));
  await writeFile(join(dataDir, "pages", "imprint.en.md"), "# Legal notice\n\nNena Cruz\n");
  here = await startSite({ env, dataDir });
  handleAt = await builtHandles();
  there = await startSite({ env, dataDir });
  raffle = await create();
  const ofShop = await create({ shopName: "Nanay Luz", status: "Published" });
  await database.pool.query("insert into users (id, username, email) values ('luz', 'Luz', 'luz@example.com')");
  await database.pool.query("insert into raffle_members values ($1, 'luz', 'owner', now())", [ofShop.id]);
  const { rows } = await database.pool.query("select shop_code from users where id = 'luz'");
  shopPage = `nanay-luz-${rows[0].shop_code}`;
}, 200_000);

afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Both are one site to the public. Only their own addresses tell them apart. */
const addressOf = ({ port }: SiteProcess) => `http://127.0.0.1:${port}`;

const create = (changes: Record<string, unknown> = {}) => created(addressOf(here), "/raffles", raffleBody(changes));

/** Changes the raffle through the first site's API. */
async function edit(changes: Record<string, unknown>): Promise<void> {
  const path = `${addressOf(here)}/api/raffles/${raffle.codeId}`;
  const before = (await (await fetch(path)).json()) as Record<string, unknown>;
  const headers = { "content-type": "application/json", ...asOrganiser(raffle.codeId, raffle.accessCode) };
  const unchanged = { ...raffleBody(), prizes: before.prizes, rules: before.rules, version: before.version };
  const answer = await fetch(path, { method: "PATCH", headers, body: JSON.stringify({ ...unchanged, ...changes }) });
  if (!answer.ok) throw new Error(await answer.text());
}

const get = (site: SiteProcess, path: string, headers: Record<string, string> = {}) =>
  fetch(`${addressOf(site)}${path}`, { redirect: "manual", headers: { "accept-language": "en", ...headers } });

const read = async (site: SiteProcess, path: string) => (await get(site, path)).text();

const fill = (path: string) =>
  path
    .replace("*", "no/such/page")
    .replace(":shop", shopPage)
    .replace(/:accessCode\??/, raffle.accessCode)
    .replace(/:entryCode\??/, "ABCDEFGH")
    .replace(/:[a-zA-Z]+\??/g, raffle.codeId);

/** The site's clock, by which a show counts: a page with it is another one as soon as it is rendered anew. */
const CLOCK = /"now":\d+/;

describe.each(pathsOf(routes))("%s", (path) => {
  it("is cached if its route says so, and then the same for everybody", async () => {
    const address = fill(path);
    const guest = await get(here, address);
    if (!handleAt(address).cached) {
      // The service worker is a file for everybody, which browsers ask for again and again.
      if (address !== "/sw.js") expect(guest.headers.get("etag")).toBeNull();
      return;
    }
    const html = await guest.text();
    expect([guest.status, /<\/(html|feed|urlset)>|END:VCALENDAR|Sitemap: /.test(html)]).toEqual([200, true]);
    expect(guest.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    const somebody = { cookie: "session=1; pass=2", "user-agent": "Somebody", "x-forwarded-for": "192.0.2.7" };
    for (const answer of [await get(here, `${address}?utm_source=x`, somebody), await get(there, address)]) {
      expect(answer.headers.getSetCookie()).toEqual([]);
      if (!CLOCK.test(html)) expect(answer.headers.get("etag")).toBe(guest.headers.get("etag"));
      expect((await answer.text()).replace(CLOCK, "")).toBe(html.replace(CLOCK, ""));
    }
    expect(html).not.toMatch(/nonce=|utm_source/);
  });
});

it("a visitor's language is found like anywhere else", async () => {
  const language = async (path: string, headers: Record<string, string>) =>
    (await get(here, path, headers)).headers.get("content-language");
  expect(await language("/", { "accept-language": "tl" })).toBe("fil");
  expect(await language("/", { cookie: "a=b; language=de" })).toBe("de");
  expect(await language("/?lang=fil", { cookie: "language=de" })).toBe("fil");
  expect(await read(here, "/?lang=de")).toContain('<html lang="de"');
});

describe("an edit shows at once on its own site, and soon on every other", () => {
  // The raffle that closes first is on the list's first page.
  beforeEach(async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    raffle = await create({ dueDate: soon });
  });

  const lechon = { prizeCode: "LECHON", name: "Lechon", details: "Whole", worth: "9,000.00" };

  it.each<[string, string, Record<string, unknown>, string]>([
    ["a name on the raffle's page", "/raffle/:code", { name: "Fiesta Basket" }, "Fiesta Basket"],
    ["a name in the list", "/raffle-list", { name: "Harvest Basket" }, "Harvest Basket"],
    ["a name on the search page", "/search-entry/:code", { name: "Easter Basket" }, "Easter Basket"],
    ["a name on the entry form", "/raffle-entry/:code", { name: "Summer Basket" }, "Summer Basket"],
    ["details", "/raffle/:code", { details: "A whole new text" }, "A whole new text"],
    ["a prize", "/raffle/:code", { prizes: [lechon] }, "Lechon"],
    ["a prize on the poster", "/poster/:code", { prizes: [lechon] }, "Lechon"],
    ["a prize on the entry form", "/raffle-entry/:code", { prizes: [lechon] }, "Lechon"],
    ["a rule", "/raffle/:code", { rules: [{ number: 1, details: "Sing a song" }] }, "Sing a song"],
  ])("%s", async (_, path, changes, seen) => {
    const address = path.replace(":code", raffle.codeId);
    const shows = async (site: SiteProcess) => (await read(site, address)).includes(seen);
    expect([await shows(here), await shows(there)]).toEqual([false, false]);
    await edit(changes);
    expect(await shows(here)).toBe(true);
    await expect.poll(() => shows(there), SOON).toBe(true);
  });

  it("a raffle that is made, hidden, and gone", async () => {
    const listed = async (site: SiteProcess) => (await read(site, "/raffle-list")).includes(raffle.codeId);
    expect(await listed(here)).toBe(true);
    await expect.poll(() => listed(there), SOON).toBe(true);
    await edit({ status: "Unpublished" });
    // After many edits at once each site renders the lists at most once a second, this one too.
    await expect.poll(() => listed(here), SOON).toBe(false);
    await expect.poll(() => listed(there), SOON).toBe(false);
    const address = `/raffle/${raffle.codeId}`;
    expect((await get(there, address)).status).toBe(200);
    const headers = asOrganiser(raffle.codeId, raffle.accessCode);
    await fetch(`${addressOf(here)}/api/raffles/${raffle.codeId}`, { method: "DELETE", headers });
    expect((await get(here, address)).status).toBe(404);
    await expect.poll(async () => (await get(there, address)).status, SOON).toBe(404);
  });

  it("the operator's own page", async () => {
    await read(here, "/terms");
    await writeFile(join(dataDir, "pages", "terms.en.md"), "# Our terms\n\nBe kind.\n");
    await expect.poll(() => read(here, "/terms"), SOON).toContain("Be kind.");
  });
});

describe("what came of a raffle", () => {
  let drawn: Awaited<ReturnType<typeof lockedRaffle>>;
  const draw = (site: SiteProcess) => read(site, `/raffle/${drawn.codeId}/draw`);

  beforeAll(async () => {
    drawn = await lockedRaffle(createTestApi(database.db), database.pool);
  });

  it("shows on every site, and so does a name that changes without a notification", async () => {
    for (const site of [here, there]) expect(await draw(site)).not.toContain("Maria P.");
    await storeResult(database.pool, drawn.id, { QUESO: [1], HAM: [2, 3] });
    await database.pool.query("update draw_results set announced_at = now() where raffle_id = $1", [drawn.id]);
    await database.pool.query("update raffles set version = version + 1 where id = $1", [drawn.id]);
    for (const site of [here, there]) await expect.poll(() => draw(site), SOON).toContain("Ana C.");
    await database.pool.query("update entries set first_name = 'Bea' where raffle_id = $1 and first_name = 'Ana'", [
      drawn.id,
    ]);
    await expect.poll(() => draw(there), SOON).toContain("Bea C.");
  });
});

describe("the entry form from memory", () => {
  it("holds no entry code, and is sent by itself to the address at which it is open", async () => {
    const html = await read(here, `/raffle-entry/${raffle.codeId}`);
    const [field = ""] = /<input[^>]*name="entryCode"[^>]*>/.exec(html) ?? [];
    expect(field).toContain("data-draw-code");
    expect(field).not.toContain("value=");
    const [form = ""] = /<form[^>]*class="form"[^>]*>/.exec(html) ?? [];
    expect(form).toContain('method="post"');
    expect(form).not.toContain("action=");
  });

  it.each(["br", "gzip", "identity"])(
    "runs its own scripts by their hashes, as %s and where it is known",
    async (e) => {
      const headers = { "accept-encoding": e };
      const page = await get(here, `/raffle-entry/${raffle.codeId}`, headers);
      const html = await page.text();
      const inline = [...html.matchAll(/<script(?![^>]*json)[^>]*>([\s\S]+?)<\/script>/g)].map(([, text = ""]) => text);
      expect(inline.length).toBeGreaterThan(2);
      const again = await get(here, `/raffle-entry/${raffle.codeId}`, {
        ...headers,
        "if-none-match": page.headers.get("etag") ?? "",
      });
      expect(again.status).toBe(304);
      for (const answer of [page, again]) {
        const policy = answer.headers.get("content-security-policy");
        for (const text of inline) expect(policy).toContain(createHash("sha256").update(text).digest("base64"));
      }
    },
  );

  it("is made for one visitor who has just erased an entry", async () => {
    const says = (html: string) => html.includes('class="notice notice-success"');
    const erased = await get(here, `/raffle-entry/${raffle.codeId}?erased`);
    expect([erased.headers.get("etag"), says(await erased.text())]).toEqual([null, true]);
    expect(says(await read(here, `/raffle-entry/${raffle.codeId}`))).toBe(false);
  });
});

it("asking for the headers alone gets those of the page", async () => {
  const address = `${addressOf(here)}/raffle-list`;
  const headers = { "accept-language": "en", "accept-encoding": "br" };
  const [page, head] = [await fetch(address, { headers }), await fetch(address, { headers, method: "HEAD" })];
  const lasting = (answer: Response) =>
    [...answer.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name));
  expect(lasting(head)).toEqual(lasting(page));
  expect(await head.text()).toBe("");
  expect(await page.text()).toContain("</html>");
});

it("a page that the browser has is not sent again, until it is another", async () => {
  const address = `/raffle/${raffle.codeId}`;
  const tag = (await get(here, address)).headers.get("etag") ?? "";
  const again = () => get(here, address, { "if-none-match": tag });
  expect((await again()).status).toBe(304);
  await edit({ name: "Another Basket" });
  expect((await again()).status).toBe(200);
});
