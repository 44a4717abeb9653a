import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { readResultCard, resultCardSvg } from "#src/draws/result-card.ts";
import { NASTY_TEXTS } from "../../../tests/support/nasty-texts.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { lockedRaffle, storeResult } from "../../../tests/support/shown-draw.ts";
import { resultCardApi } from "./result-cards.ts";

const api = await openTestApi();
const { pool } = api.database;
const app = new Hono().route(
  "/result-card",
  resultCardApi(api.site, () => "192.0.2.1"),
);
afterAll(() => api.site.pictures.stop());

const cardOf = (codeId: string) => {
  const { origin, timeZone } = api.site.config;
  return readResultCard({ db: api.site.db, origin, timeZone }, codeId, "en");
};

test("a result is a picture once it is drawn and no show is under way, anew for each change of names", async () => {
  const { id, codeId } = await lockedRaffle(api, pool);
  const ask = () => app.request(`/result-card/${codeId}.png`);
  expect((await ask()).status).toBe(404);
  await storeResult(pool, id, { QUESO: [2], HAM: [1, 3] });
  const answer = await ask();
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  expect(await cardOf(codeId)).toMatchObject({
    prizes: [
      { name: "Queso de bola", winners: "Jose D." },
      { name: "Ham", winners: "Maria P., Ana C." },
    ],
  });
  await pool.query("update entries set named_by_ticket = true where raffle_id = $1 and first_name = 'Ana'", [id]);
  await pool.query("delete from entries where raffle_id = $1 and first_name = 'Maria'", [id]);
  expect(await cardOf(codeId)).toMatchObject({ prizes: [{ winners: "Jose D." }, { winners: "#1, #3" }] });
  expect((await ask()).headers.get("etag")).not.toBe(answer.headers.get("etag"));
  await pool.query("insert into draw_shows (raffle_id, step, updated_at) values ($1, 1, now())", [id]);
  expect((await ask()).status).toBe(404);
});

test("a result's picture has the shop's logo as a disc, and is another one with another logo", async () => {
  const { id, codeId } = await lockedRaffle(api, pool);
  await storeResult(pool, id, { QUESO: [2] });
  const ask = () => app.request(`/result-card/${codeId}.png`);
  const without = (await ask()).headers.get("etag");
  const webp = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#7a2fa0" } })
    .webp()
    .toBuffer();
  const mark = "abcdefghijk";
  await api.site.db.insertInto("rafflePictures").values({ raffleId: id, mark, width: 256, webp }).execute();
  await pool.query("update raffles set logo = $2 where id = $1", [id, mark]);
  const answer = await ask();
  expect(answer.headers.get("etag")).not.toBe(without);
  const picture = sharp(await answer.arrayBuffer());
  const at = async (left: number, top: number) => {
    const pixel = picture.clone().extract({ left, top, width: 1, height: 1 }).removeAlpha();
    return (await pixel.raw().toBuffer()).toString("hex");
  };
  // Its middle, and its corner, where paper shows.
  expect(await at(1085, 121)).toMatch(/^7[89a-c][23].[9a]/);
  expect(await at(1032, 174)).toBe("fffbf4");
});

test("what strangers typed stays text", async () => {
  for (const text of NASTY_TEXTS) {
    const prizes = NASTY_TEXTS.map(() => ({ name: text, winners: text }));
    const svg = resultCardSvg({ heading: text, date: text, prizes, check: text, logo: null });
    const tags = new Set(svg.match(/<[^\s>]*/g));
    expect(tags.difference(new Set(["<svg", "<rect", "<path", "<text", "</text", "</svg"]))).toEqual(new Set());
    expect((await sharp(Buffer.from(svg)).metadata()).width).toBe(1200);
  }
});
