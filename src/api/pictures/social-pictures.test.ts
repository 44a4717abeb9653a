import { Hono } from "hono";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import type { Pictures } from "#src/raffles/pictures/pictures.ts";
import { readShareCard } from "#src/raffles/pictures/share-card.ts";
import { readSocialPicture } from "#src/raffles/pictures/social-picture.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { NASTY_TEXTS } from "../../../tests/support/nasty-texts.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { shareCardApi, socialPictureApi } from "./social-pictures.ts";

const api = await openTestApi();
const app = new Hono()
  .route(
    "/social",
    socialPictureApi(api.site, () => "192.0.2.1"),
  )
  .route(
    "/share-card",
    shareCardApi(api.site, () => "192.0.2.1"),
  );
afterAll(() => api.site.pictures.stop());

const prize = (name: string, index: number) => ({
  ...{ name, prizeCode: `P${index}`, details: "", worth: "", numberOfWinners: 1 },
});

test("a raffle is a picture for feeds in the language asked for, and cameras read its address", async () => {
  const { id, codeId } = await api.createRaffle({ prizes: ["Rice", "Ham", "Cake", "Bike"].map(prize) });
  const ask = (lang: string) => app.request(`/social/${codeId}.png?lang=${lang}`);
  const answer = await ask("en");
  const { data, info } = await sharp(await answer.arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1080, 1350]);
  const link = new URL(`/raffle/${codeId}`, api.site.config.origin).href;
  expect(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })).toBe(link);
  const seen = [answer, await ask("de"), await ask("fil")].map(({ headers }) => headers.get("etag"));
  const photo = sharp({ create: { width: 1200, height: 630, channels: 3, background: "#0b6e69" } });
  const [png, webp] = [await photo.png().toBuffer(), await photo.webp().toBuffer()];
  await api.site.db.insertInto("raffleBanners").values({ raffleId: id, png, webp }).execute();
  await api.site.db.updateTable("raffles").set({ version: 2 }).where("id", "=", id).execute();
  const withBanner = await ask("en");
  expect(new Set([...seen, withBanner.headers.get("etag")]).size).toBe(4);
  const pixel = sharp(await withBanner.arrayBuffer()).extract({ left: 500, top: 200, width: 1, height: 1 });
  expect((await pixel.removeAlpha().raw().toBuffer()).toString("hex")).toMatch(/^0[0-f][67].6.$/);
  expect((await app.request("/social/NOSUCH00.png")).status).toBe(404);
});

test("what strangers typed stays text, and its letters stay in the picture", async () => {
  const deps = { db: api.site.db, clock: api.site.clock, origin: "https://raffles.example", timeZone: "Asia/Manila" };
  const { id, codeId } = await api.createRaffle({ prizes: ["Rice", "Ham", "Cake"].map(prize) });
  for (const text of [...NASTY_TEXTS, "WMW ".repeat(50)]) {
    await api.site.db
      .updateTable("raffles")
      .set({ name: text.slice(0, 200), shopName: text.slice(0, 80) })
      .where("id", "=", id)
      .execute()
      // The database refuses some of them.
      .catch(() => undefined);
    const raffle = await findRaffle(api.site.db, codeId);
    const card = (raffle && (await readShareCard(deps, raffle, "en")))?.svg ?? "";
    for (const [, y = ""] of card.matchAll(/<text x="\d+" y="(\d+)"/g)) expect(Number(y)).toBeLessThan(600);
    const svg = (raffle && (await readSocialPicture(deps, raffle, "en")))?.svg ?? "";
    expect(new Set(`${svg}${card}`.match(/<(?:script|image|a|foreignObject|!)/g))).toEqual(new Set());
    for (const [, y = ""] of svg.matchAll(/<text x="\d+" y="(\d+)"/g)) expect(Number(y)).toBeLessThan(1340);
    expect((await sharp(Buffer.from(svg)).metadata()).width).toBe(1080);
  }
});

test("a link's picture says the shop, what can be won and until when, and nothing of joining once it has closed", async () => {
  const deps = { db: api.site.db, clock: api.site.clock, origin: "https://raffles.example", timeZone: "Asia/Manila" };
  const shop = { shopName: "Nanay Luz Bakery", shopPlace: "Jaro", name: "Fiesta" };
  const { id, codeId } = await api.createRaffle({ prizes: ["Pandesal", "Ham", "Cake", "Bike"].map(prize), ...shop });
  const change = (columns: object) => api.site.db.updateTable("raffles").set(columns).where("id", "=", id).execute();
  const words = async (language: "en" | "de" | "fil" = "en") => {
    const raffle = await findRaffle(api.site.db, codeId);
    const svg = (raffle && (await readShareCard(deps, raffle, language)))?.svg ?? "";
    return [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text = ""]) => text).join("|");
  };
  const address = `raffles.example/raffle/${codeId}`;
  expect(await words()).toMatch(
    new RegExp(`^Nanay Luz Bakery, Jaro\\|WIN\\|Pandesal\\|\\+ 3 more\\|Closes .+ · .+\\|${address}$`),
  );
  expect(await words("de")).toContain("|ZU GEWINNEN:|Pandesal|+ 3 weitere|Schließt ");
  expect(await words("fil")).toContain("|MANALO NG|Pandesal|+ 3 pa|Hanggang ");
  await change({ dueDate: new Date(Date.now() - 1000) });
  expect(await words()).toMatch(/\|Fiesta\|Pandesal\|\+ 3 more\|Closed · Draw: .+/);
  const answer = await app.request(`/share-card/${codeId}.png?lang=en&v=1`);
  const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
  expect([answer.headers.get("content-type"), width, height]).toEqual(["image/png", 1200, 630]);
  expect((await app.request("/share-card/NOSUCH00.png")).status).toBe(404);
});

test("who asks again is answered without reading the raffle's pictures again", async () => {
  const { id, codeId } = await api.createRaffle();
  const ask = () => app.request(`/social/${codeId}.png`);
  const etag = (await ask()).headers.get("etag");
  const rename = (version: number) =>
    api.site.db.updateTable("raffles").set({ name: "Renamed", version }).where("id", "=", id).execute();
  await rename(1);
  expect((await ask()).headers.get("etag")).toBe(etag);
  await rename(2);
  expect((await ask()).headers.get("etag")).not.toBe(etag);
});

test("of three pictures that one network wants at once two are drawn, and others have theirs", async () => {
  const waiting: (() => void)[] = [];
  const draw: Pictures["draw"] = () =>
    new Promise((resolve) => waiting.push(() => resolve({ ok: true, value: new Uint8Array([1]) })));
  const slow = socialPictureApi({ ...api.site, pictures: { ...api.site.pictures, draw } }, (c) =>
    String(c.req.header("x-from")),
  );
  const { codeId } = await api.createRaffle();
  const ask = (lang: string, from: string) =>
    slow.request(`/${codeId}.png?lang=${lang}`, { headers: { "x-from": from } });
  const first = [ask("en", "192.0.2.1"), ask("de", "192.0.2.1")];
  await expect.poll(() => waiting.length).toBe(2);
  expect((await ask("fil", "192.0.2.1")).status).toBe(503);
  const other = ask("fil", "198.51.100.2");
  await expect.poll(() => waiting.length).toBe(3);
  for (const finish of waiting) finish();
  expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await ask("fil", "192.0.2.1")).status).toBe(200);
});
