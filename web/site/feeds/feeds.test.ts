import { Readable } from "node:stream";
import { parseAtomFeed } from "feedsmith";
import ICAL from "ical.js";
import { parseSitemap, parseSitemapIndex } from "sitemap";
import { afterAll, beforeAll, expect, it } from "vitest";
import { escapeXml } from "#src/base/xml.ts";
import { catalogues } from "#src/i18n/catalogues.ts";
import { raffleBody, type TestRaffle } from "../../../tests/support/api.ts";
import { askSite } from "../../../tests/support/ask-site.ts";
import { lockRaffle } from "../../../tests/support/locked-raffle.ts";
import { storeResult } from "../../../tests/support/shown-draw.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMITS: "off", DEFAULT_LANGUAGE: "fil" });
});
afterAll(() => site.stop());

const textOf = async (path: string) => (await fetch(`${site.origin}${path}`)).text();
/** A change is told to every process at once; without word of it a page stays for longer than this. */
const SOON = { timeout: 10_000, interval: 20 };
const NASTY = "</script><img src=x> & ]]> \ufffe {{name}} \u{1f389}";

async function create(changes: Record<string, unknown>): Promise<TestRaffle> {
  return (await askSite(site.origin)("POST", "/raffles", raffleBody(changes))).body as TestRaffle;
}

it("tells of a published raffle, and of no other", async () => {
  const paths = ["/raffles.atom?lang=en", "/raffles.ics?lang=en", "/sitemap.xml"];
  // In memory before the raffles are made.
  for (const path of paths) expect((await fetch(`${site.origin}${path}`)).status).toBe(200);
  const hidden = await create({ name: "Hidden", status: "Unpublished" });
  const { id, codeId } = await create({ name: NASTY, shopName: "Suki & Sons" });
  for (const path of paths) {
    await expect.poll(() => textOf(path), SOON).toContain(`${site.origin}/raffle/${codeId}`);
    const text = await textOf(path);
    expect(text).not.toContain(hidden.codeId);
    expect(text).not.toContain("Hidden");
  }
  const feed = await textOf("/raffles.atom?lang=en");
  expect(feed).toContain(`<title>${escapeXml(NASTY)}</title>`);
  expect(feed).toContain("<author><name>Suki &amp; Sons</name></author>");
  expect(feed).toMatch(/<summary>To win: .+ Join until .+<\/summary>/);
  expect(await textOf("/raffles.atom?lang=de")).toMatch(/<feed [^>]*xml:lang="de">/);
  expect(await textOf("/raffles.ics?lang=en")).toContain(`UID:closes-${id}@`);

  await site.database.pool.query("update raffles set status = 'Unpublished' where id = $1", [id]);
  for (const path of paths) await expect.poll(() => textOf(path), SOON).not.toContain(codeId);
});

it("speaks the site's own language to readers and crawlers that say none, and theirs to others", async () => {
  const headers = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
  for (const [path, language] of [
    ["/raffles.atom", 'xml:lang="fil"'],
    ["/draws.atom", 'xml:lang="fil"'],
    ["/raffle-list", '<html lang="fil"'],
  ] as const) {
    expect(await (await fetch(`${site.origin}${path}`, { headers })).text(), path).toContain(language);
    const german = { ...headers, "accept-language": "de" };
    expect(await (await fetch(`${site.origin}${path}`, { headers: german })).text(), path).toMatch(/lang="de"/);
  }
});

it("gives other websites a script with the words of every language", async () => {
  const script = await textOf("/embed.js");
  for (const { raffles } of Object.values(catalogues)) {
    expect(script).toContain(JSON.stringify((raffles.created as { open: string }).open));
  }
});

it("is what parsers of feeds, calendars and sitemaps read", async () => {
  const { id, codeId } = await create({ name: `${NASTY}; a, b\\n`, details: "Long ".repeat(30) });
  const page = `${site.origin}/raffle/${codeId}`;
  await expect.poll(() => textOf("/raffles.atom?lang=en"), SOON).toContain(page);
  const feed = parseAtomFeed(await textOf("/raffles.atom?lang=en"));
  const entry = feed.entries?.find((one) => one.id === page);
  expect(feed).toMatchObject({ id: expect.stringContaining(site.origin), title: { value: expect.any(String) } });
  expect(entry?.title?.value).toBe(`${NASTY.replace("\ufffe", " ")}; a, b\\n`);
  for (const at of [feed.updated, entry?.updated]) expect(Date.parse(at ?? "")).toBeGreaterThan(0);
  expect(parseAtomFeed(await textOf("/draws.atom?lang=de")).id).toContain(site.origin);

  const calendar = new ICAL.Component(ICAL.parse(await textOf("/raffles.ics?lang=en")));
  const events = calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
  const mine = events.filter(({ uid }) => uid.includes(id));
  expect(mine).toHaveLength(2);
  for (const event of mine) {
    expect(event.summary).toContain("; a, b\\n");
    expect(event.startDate.toJSDate().getTime()).toBeGreaterThan(Date.now());
  }
  expect(await parseSitemap(Readable.from([await textOf("/sitemap.xml")]))).toContainEqual(
    expect.objectContaining({ url: page }),
  );
});

it("names tickets of winners, and nobody", async () => {
  const { pool } = site.database;
  const raffle = await lockRaffle(askSite(site.origin), pool, { entries: 2, name: "Drawn Basket" });
  await pool.query(
    "update raffles set due_date = now() - interval '2 days', draw_date = now() - interval '1 day' where id = $1",
    [raffle.id],
  );
  await pool.query("update entries set first_name = 'Nobodyshouldread' where raffle_id = $1", [raffle.id]);
  expect(await textOf("/draws.atom?lang=en")).not.toContain(raffle.codeId);
  await storeResult(pool, raffle.id, { QUESO: [1], HAM: [2] });
  await expect.poll(() => textOf("/draws.atom?lang=en"), SOON).toContain("Draw: Drawn Basket");
  const feed = await textOf("/draws.atom?lang=en");
  expect(feed).toContain(`<id>${site.origin}/raffle/${raffle.codeId}/draw</id>`);
  expect(feed).toMatch(/<summary>Winners: #\d, #\d<\/summary>/);
  expect(feed).not.toContain("Nobodyshouldread");
  expect(await textOf("/draws?lang=en")).toContain("Nobodyshouldread");

  const other = await lockRaffle(askSite(site.origin), pool, { entries: 1, name: "Lonely Basket" });
  await pool.query(
    "update raffles set due_date = now() - interval '2 days', draw_date = now() - interval '1 day' where id = $1",
    [other.id],
  );
  await storeResult(pool, other.id, { QUESO: [1], HAM: [] });
  await expect
    .poll(() => textOf("/draws.atom?lang=en"), SOON)
    .toContain("<summary>Winner: #1 · Nobody was left for this prize: Ham</summary>");
});

it("has its pages name the feeds, and robots.txt the sitemap", async () => {
  const list = await textOf("/raffle-list?lang=fil");
  for (const part of ['type="application/atom+xml"', 'href="/raffles.atom?lang=fil"', 'href="/raffles.ics?lang=fil"']) {
    expect(list.slice(0, list.indexOf("</head>"))).toContain(part);
  }
  expect(await textOf("/draws?lang=en")).toMatch(/<link rel="alternate"[^>]* href="\/draws\.atom\?lang=en"/);
  expect(await textOf("/robots.txt")).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${site.origin}/sitemap.xml\n`);
});

it("gives search engines a published raffle's draw as data, in which no name ends the script", async () => {
  const { codeId } = await create({ name: NASTY });
  const html = await textOf(`/raffle/${codeId}?lang=en`);
  const [block = "", ...others] = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, text]) => text,
  );
  expect(others).toEqual([]);
  expect(JSON.parse(block)).toMatchObject({
    "@type": "Event",
    name: NASTY,
    location: { url: `${site.origin}/raffle/${codeId}` },
    offers: { "@type": "Offer", availability: "https://schema.org/InStock" },
  });
  const unlisted = await create({ status: "Unpublished" });
  expect(await textOf(`/raffle/${unlisted.codeId}`)).not.toContain("ld+json");
});

it("parts a sitemap of many raffles, and names each once", async () => {
  const { pool } = site.database;
  await pool.query(`
    insert into raffles
    select (jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(), 'code_id', lpad(n::text, 8, '0')))).*
    from raffles model, generate_series(1, 1000) n
    where model.id = (select id from raffles where status = 'Published' limit 1)`);
  await expect.poll(() => textOf("/sitemap.xml"), SOON).toContain("<sitemapindex");
  const files = (await parseSitemapIndex(Readable.from([await textOf("/sitemap.xml")]))).map(({ url }) => url);
  expect(files).toHaveLength(2);
  const parts = await Promise.all(files.map((file) => textOf(new URL(file).pathname + new URL(file).search)));
  const raffles = parts.flatMap((text) => text.match(/\/raffle\/\w{8}/g));
  const { rows } = await pool.query("select count(*)::int as n from raffles where status = 'Published'");
  expect(new Set(raffles).size).toBe(rows[0].n);
  expect(raffles).toHaveLength(rows[0].n);
  expect(parts.filter((text) => text.includes("/how-it-works</loc>"))).toHaveLength(1);
  expect((await fetch(`${site.origin}/sitemap.xml?page=3`)).status).toBe(404);
});
