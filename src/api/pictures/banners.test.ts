import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBanners } from "#src/raffles/pictures/banner.ts";
import { createPictures, type Pictures } from "#src/raffles/pictures/pictures.ts";
import { createTestApi, type TestApi } from "../../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { bannerApi } from "./banners.ts";

let database: TestDatabase;
let api: TestApi;
let pictures: Pictures;
let drawn: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database.db);
  pictures = createPictures();
});

afterAll(async () => {
  pictures.stop();
  await database.close();
});

/** The banners of a newly started process; `drawn` records the formats that it draws. */
function banners() {
  drawn = [];
  const counted: Pick<Pictures, "draw"> = {
    draw(drawing, format) {
      drawn.push(format);
      return pictures.draw(drawing, format);
    },
  };
  return bannerApi({ banners: createBanners(database.db, counted) }, () => "192.0.2.1");
}

test("a raffle's banderitas are drawn when somebody first looks, once for all, and stored nowhere", async () => {
  const { codeId, id } = await api.createRaffle();
  const app = banners();
  const answers = await Promise.all([1, 2, 3].map(() => app.request(`/${codeId}.webp`)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  const [first] = answers;
  const picture = await sharp(await first?.arrayBuffer()).metadata();
  expect(picture).toMatchObject({ format: "webp", width: 1200, height: 630 });
  const etag = first?.headers.get("etag") ?? "";
  expect((await app.request(`/${codeId}.webp`, { headers: { "if-none-match": etag } })).status).toBe(304);
  expect(drawn).toEqual(["webp"]);
  expect((await app.request(`/${codeId}.png`)).headers.get("content-type")).toBe("image/png");
  expect(drawn).toEqual(["webp", "png"]);
  expect(await database.db.selectFrom("raffleBanners").selectAll().where("raffleId", "=", id).execute()).toEqual([]);
});

test("banderitas are drawn anew once the raffle has another name or colour", async () => {
  const { codeId, id } = await api.createRaffle();
  const app = banners();
  const look = async () => (await app.request(`/${codeId}.webp`)).headers.get("etag");
  const change = (columns: object) => database.db.updateTable("raffles").set(columns).where("id", "=", id).execute();
  const seen = [await look()];
  await change({ name: "Ube cake" });
  seen.push(await look());
  await change({ accentColor: "#7a2fa0" });
  seen.push(await look(), await look());
  expect(new Set(seen).size).toBe(3);
  expect(drawn).toHaveLength(3);
});

test("nothing is drawn for codes that no raffle has", async () => {
  const app = banners();
  const codes = Array.from({ length: 20 }, (_, number) => `MADEUP${String(number).padStart(2, "0")}`);
  const answers = await Promise.all(codes.map((code) => app.request(`/${code}.png`)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([404]));
  expect(drawn).toEqual([]);
});

test("a banner that is stored is shown as it is", async () => {
  const { codeId, id } = await api.createRaffle();
  const [png, webp] = [Buffer.from("a png"), Buffer.from("a webp")];
  await database.db.insertInto("raffleBanners").values({ raffleId: id, png, webp }).execute();
  const app = banners();
  expect(await (await app.request(`/${codeId}.png`)).text()).toBe("a png");
  expect(await (await app.request(`/${codeId}.webp`)).text()).toBe("a webp");
  expect(drawn).toEqual([]);
});

test("link previews have the shop's logo on the banner, drawn or stored; pages have it beside", async () => {
  const { codeId, id } = await api.createRaffle();
  const webp = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#7a2fa0" } })
    .webp()
    .toBuffer();
  await database.db
    .insertInto("rafflePictures")
    .values({ raffleId: id, mark: "abcdefghijk", width: 256, webp })
    .execute();
  await database.db.updateTable("raffles").set({ logo: "abcdefghijk" }).where("id", "=", id).execute();
  const app = banners();
  const middle = async (format: string) => {
    const picture = sharp(await (await app.request(`/${codeId}.${format}`)).arrayBuffer());
    const pixel = picture.extract({ left: 130, top: 500, width: 1, height: 1 }).removeAlpha();
    return (await pixel.raw().toBuffer()).toString("hex");
  };
  expect(await middle("png")).toMatch(/^7[89a-c][23].[9a]/);
  expect(await middle("webp")).not.toMatch(/^7[89a-c][23].[9a]/);
  const photo = sharp({ create: { width: 1200, height: 630, channels: 3, background: "#0b6e69" } });
  const [png, stored] = [await photo.png().toBuffer(), await photo.webp().toBuffer()];
  await database.db.insertInto("raffleBanners").values({ raffleId: id, png, webp: stored }).execute();
  expect(await middle("png")).toMatch(/^7[89a-c][23].[9a]/);
  expect(Buffer.from(await (await app.request(`/${codeId}.webp`)).arrayBuffer())).toEqual(stored);
});

test("a phone gets a small one, of banderitas and of an organiser's picture, drawn once", async () => {
  const { codeId, id } = await api.createRaffle();
  const app = banners();
  const read = async (file: string) => Buffer.from(await (await app.request(`/${file}`)).arrayBuffer());
  const whole = await read(`${codeId}.webp`);
  const small = { format: "webp", width: 800, height: 420 };
  expect(await sharp(await read(`${codeId}-800.webp`)).metadata()).toMatchObject(small);
  const red = sharp({ create: { width: 1200, height: 630, channels: 3, background: "#d00000" } });
  const [png, webp] = [await red.clone().png().toBuffer(), await red.webp().toBuffer()];
  await database.db.insertInto("raffleBanners").values({ raffleId: id, png, webp }).execute();
  const picture = await read(`${codeId}-800.webp`);
  expect(await sharp(picture).metadata()).toMatchObject(small);
  const { dominant } = await sharp(picture).stats();
  expect(dominant.r).toBeGreaterThan(dominant.g + 100);
  expect(await read(`${codeId}-800.webp`)).toEqual(picture);
  expect(picture.byteLength).toBeLessThan(whole.byteLength);
  expect(drawn).toEqual(["webp", "webp", "webp"]);
  // Other widths, and a small PNG, are nobody's.
  for (const file of [`${codeId}-801.webp`, `${codeId}-800.png`])
    expect((await app.request(`/${file}`)).status).toBe(404);
});

test("who asks while too many wait is told to come again, and the page shows the default banner", async () => {
  const { codeId, id } = await api.createRaffle();
  const busy = {
    reason: "pictures-busy",
    fields: { banner: [{ key: "picturesBusy", params: { seconds: 5 } }] },
  } as const;
  const full: Pick<Pictures, "draw"> = { draw: () => Promise.resolve({ ok: false, refusal: busy }) };
  const app = bannerApi({ banners: createBanners(database.db, full) }, () => "192.0.2.1");
  const answer = await app.request(`/${codeId}.png`);
  expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("cache-control")]).toEqual([
    503,
    "5",
    "no-store",
  ]);
  // What is stored is shown at least, without the logo, or large.
  const [png, webp] = [Buffer.from("a png"), Buffer.from("a webp")];
  await database.db.insertInto("raffleBanners").values({ raffleId: id, png, webp }).execute();
  await database.db.updateTable("raffles").set({ logo: "abcdefghijk" }).where("id", "=", id).execute();
  expect(await (await app.request(`/${codeId}.png`)).text()).toBe("a png");
  expect(await (await app.request(`/${codeId}-800.webp`)).text()).toBe("a webp");
});

test("the many small networks of one large one have no more banners drawn at once than it", async () => {
  const networks: (string | undefined)[] = [];
  const slow: Pick<Pictures, "draw"> = {
    draw: (_drawing, _format, network) => new Promise(() => networks.push(network)),
  };
  const app = bannerApi({ banners: createBanners(database.db, slow) }, (c) => String(c.req.header("x-from")));
  const { codeId } = await api.createRaffle();
  const statuses: number[] = [];
  for (let one = 0; one < 30; one += 1) {
    // Another name is another banner.
    await database.db
      .updateTable("raffles")
      .set({ name: `Sack ${one}` })
      .where("codeId", "=", codeId)
      .execute();
    const asked = Promise.resolve(
      app.request(`/${codeId}.webp`, { headers: { "x-from": `2001:db8:1:${one.toString(16)}::1` } }),
    );
    void asked.then(({ status }) => statuses.push(status));
    await expect.poll(() => networks.length + statuses.length).toBe(one + 1);
  }
  expect([networks.length, statuses]).toEqual([24, Array(6).fill(503)]);
  expect(new Set(networks)).toEqual(new Set(["2001:db8:1::/48"]));
});

test("a network has the banners of one page drawn at once, and another has its own meanwhile", async () => {
  const waiting: (() => void)[] = [];
  const slow: Pick<Pictures, "draw"> = {
    draw: () => new Promise((resolve) => waiting.push(() => resolve({ ok: true, value: new Uint8Array([1]) }))),
  };
  const app = bannerApi({ banners: createBanners(database.db, slow) }, (c) => String(c.req.header("x-from")));
  const codes: string[] = [];
  for (let made = 0; made < 26; made += 1) codes.push((await api.createRaffle()).codeId);
  const ask = async (code: string | undefined, from: string) =>
    (await app.request(`/${code}.webp`, { headers: { "x-from": from } })).status;
  const page = codes.slice(0, 24).map((code) => ask(code, "192.0.2.1"));
  await expect.poll(() => waiting.length).toBe(24);
  expect(await ask(codes[24], "192.0.2.1")).toBe(503);
  // A neighbour behind the same address, who looks at the same page, waits with the others.
  const neighbour = ask(codes[0], "192.0.2.1");
  const other = ask(codes[25], "198.51.100.2");
  await expect.poll(() => waiting.length).toBe(25);
  for (const finish of waiting) finish();
  expect(new Set(await Promise.all([...page, neighbour, other]))).toEqual(new Set([200]));
  expect(await Promise.all(codes.slice(0, 24).map((code) => ask(code, "192.0.2.1")))).not.toContain(503);
  const next = ask(codes[24], "192.0.2.1");
  await expect.poll(() => waiting.length).toBe(26);
  waiting[25]?.();
  expect(await next).toBe(200);
});
