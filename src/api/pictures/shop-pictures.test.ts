import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { createRaffleFrom } from "#src/raffles/lifecycle/create-raffle.ts";
import { type EditRequest, editRaffleFrom } from "#src/raffles/lifecycle/edit-raffle.ts";
import { PRIZE_ICONS } from "#src/raffles/limits.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { SentPictures } from "#src/raffles/shop/shop-pictures.ts";
import { raffleBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { shopPictureApi } from "./shop-pictures.ts";

const { site, ask } = await openTestApi();
const { db } = site;
afterAll(() => site.pictures.stop());

const VISITOR = { address: "192.0.2.1", solution: undefined };
const PRIZES = ["Ham", "Rice"].map((name) => ({ prizeCode: name, name }));
const TEAL = { r: 11, g: 110, b: 105 };

const picture = (width: number, height: number, background: object = TEAL) =>
  sharp({ create: { width, height, channels: 4, background: { alpha: 1, ...TEAL, ...background } } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "SecretOwner" } })
    .toBuffer();

/** A teal disc on nothing, wider than high. */
const logo = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><circle cx="200" cy="100" r="90" fill="#0b6e69"/></svg>',
    ),
  )
    .png()
    .toBuffer();

const sent = (pictures: Partial<SentPictures>): SentPictures => ({ logo: null, prizes: new Map(), ...pictures });

let creators = 0;

/** What creates a raffle, from an address of its own. */
function creating() {
  creators += 1;
  return { ...site, address: `198.51.100.${creators}`, solution: undefined, timeZone: "Asia/Manila" };
}

async function create(pictures: Partial<SentPictures>, changes: object = {}) {
  const body = raffleBody({ prizes: PRIZES, ...changes });
  return createRaffleFrom(creating(), body, { banner: null, pictures: sent(pictures) });
}

async function created(pictures: Partial<SentPictures>, changes: object = {}) {
  const outcome = await create(pictures, changes);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  return { ...outcome.value, ...(await stored(outcome.value.codeId)) };
}

async function stored(codeId: string) {
  const raffle = await findRaffle(db, codeId);
  if (!raffle) throw new Error("no raffle");
  const rows = db.selectFrom("rafflePictures").select(["mark", "width"]).where("raffleId", "=", raffle.id);
  const marks = (await rows.orderBy("width").execute()).map(({ mark, width }) => `${mark}-${width}`);
  return { raffle, marks: marks.toSorted() };
}

type Codes = { readonly codeId: string; readonly accessCode: string };

async function scopeOf({ codeId, accessCode }: Codes) {
  const proof = await proveOrganiser({ ...site, ...VISITOR, reader: db }, { raffle: codeId, accessCode });
  if (!proof.ok) throw new Error(proof.refusal.reason);
  return proof.value;
}

async function edit(of: Codes, body: object, request: Partial<EditRequest>) {
  const scope = await scopeOf(of);
  const { raffle } = await stored(of.codeId);
  const deps = { ...site, ...VISITOR, timeZone: "Asia/Manila" };
  return editRaffleFrom(deps, scope, body, { version: raffle.version, ...request });
}

const get = (path: string) => shopPictureApi(site).request(path);

it("pictures are kept in the widths of screens, without what is hidden in them, and served for good", async () => {
  const upload = await picture(1500, 900);
  const { codeId, raffle } = await created({ logo: await logo(), prizes: new Map([[1, upload]]) });
  const [first, second] = raffle.prizes;
  expect(first?.picture).toBe("");
  for (const [mark, width, height] of [
    [second?.picture, 360, 240],
    [second?.picture, 1080, 720],
    [raffle.logo, 96, 96],
    [raffle.logo, 256, 256],
  ]) {
    const answer = await get(`/${codeId}/${mark}-${width}.webp`);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width, height });
    expect(bytes.includes("Secret")).toBe(false);
  }
  for (const path of [`/${codeId}/${raffle.logo}-97.webp`, `/AAAA0000/${raffle.logo}-96.webp`, "/x/y"]) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  }
});

it("a logo stands whole on white, and gives the shop its colour unless it has chosen one", async () => {
  const { codeId, raffle } = await created({ logo: await logo() });
  expect(raffle.accentColor).toBe("#0b6e69");
  const webp = await (await get(`/${codeId}/${raffle.logo}-96.webp`)).arrayBuffer();
  const { data } = await sharp(Buffer.from(webp)).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((96 * y + x) * 3, (96 * y + x) * 3 + 3)];
  expect(at(2, 2).every((value) => value > 245)).toBe(true);
  expect(at(48, 48)[0]).toBeLessThan(40);
  expect((await created({ logo: await logo() }, { accentColor: "#c4193b" })).raffle.accentColor).toBe("#c4193b");
});

it("an edit adds, keeps and takes away pictures; what nothing names any more is gone, and all with the raffle", async () => {
  const made = await created({ logo: await logo(), prizes: new Map([[0, await picture(800, 600)]]) });
  const prizes = made.raffle.prizes.map((prize) => ({ ...prize }));
  expect(made.marks).toHaveLength(2 + 3);

  expect(await edit(made, { details: "Another text" }, {})).toMatchObject({ ok: true });
  expect((await stored(made.codeId)).marks).toEqual(made.marks);

  const red = await picture(800, 600, { r: 190, g: 20, b: 20 });
  expect(await edit(made, { prizes }, { pictures: sent({ prizes: new Map([[0, red]]) }) })).toMatchObject({ ok: true });
  const after = await stored(made.codeId);
  expect(after.marks).toHaveLength(2 + 3);
  expect(after.raffle.prizes[0]?.picture).not.toBe(prizes[0]?.picture);

  const without = after.raffle.prizes.map((prize) => ({ ...prize, picture: "" }));
  expect(await edit(made, { prizes: without }, { removeLogo: true })).toMatchObject({ ok: true });
  expect(await stored(made.codeId)).toMatchObject({ marks: [], raffle: { logo: "" } });

  expect(await edit(made, { prizes }, {})).toMatchObject({
    refusal: { reason: "invalid-fields", fields: { "prizes.0.picture": [{ key: "pictureUnknown" }] } },
  });
  const again = await created({ logo: await logo() });
  await db.deleteFrom("raffles").where("id", "=", again.id).execute();
  expect(await db.selectFrom("rafflePictures").selectAll().where("raffleId", "=", again.id).execute()).toEqual([]);
});

it("a raffle that is used again gets the pictures that its form still names, unless another one is sent", async () => {
  const [ham, rice] = [await picture(800, 600), await picture(800, 600, { r: 190, g: 20, b: 20 })];
  const first = await created({ logo: await logo(), prizes: new Map([ham, rice].entries()) });
  const banner = { raffleId: first.id, png: Buffer.from("p"), webp: Buffer.from("w"), updatedAt: new Date() };
  await db.insertInto("raffleBanners").values(banner).execute();
  const [one, two] = first.raffle.prizes.map((prize) => ({ ...prize, id: undefined }));
  const scope = await scopeOf(first);
  const again = async (
    removals: { removeBanner: boolean; removeLogo: boolean },
    body: Record<string, unknown>,
    pictures = sent({}),
  ) => {
    const uploads = { banner: null, pictures, picturesFrom: { scope, ...removals } };
    const made = await createRaffleFrom(creating(), raffleBody(body), uploads);
    if (!made.ok) throw new Error(JSON.stringify(made.refusal));
    const banners = db.selectFrom("raffleBanners").select("png").where("raffleId", "=", made.value.id);
    return { ...(await stored(made.value.codeId)), banners: (await banners.execute()).map(({ png }) => `${png}`) };
  };

  const whole = await again({ removeBanner: false, removeLogo: false }, { prizes: [one, two] });
  expect(whole).toMatchObject({ marks: first.marks, raffle: { logo: first.raffle.logo }, banners: ["p"] });
  const part = await again({ removeBanner: true, removeLogo: true }, { prizes: [one, { ...two, picture: "" }] });
  expect(part).toMatchObject({ raffle: { logo: "" }, banners: [] });
  expect(part.marks).toEqual(first.marks.filter((mark) => mark.startsWith(one?.picture ?? "")));
  const other = sent({ prizes: new Map([[0, rice]]) });
  const replaced = await again({ removeBanner: true, removeLogo: true }, { prizes: [one] }, other);
  expect(replaced.raffle.prizes[0]?.picture).toBe(two?.picture);
  expect(replaced.marks).toHaveLength(3);
});

it("a raffle names no picture of another, and none by the API that it does not have", async () => {
  const { raffle } = await created({ prizes: new Map([[0, await picture(800, 600)]]) });
  const [prize] = raffle.prizes;
  const answer = await ask("POST", "/raffles?lang=en", raffleBody({ prizes: [{ ...prize, id: undefined }] }));
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    { "prizes.0.picture": ["This picture is not stored any more. Please choose it once more."] },
  ]);
});

it("what is no picture, and too many at a time, are refused at their fields, and nothing is stored", async () => {
  const before = await db.selectFrom("raffles").select("id").execute();
  const no = Buffer.from("GIF89a");
  const prize = await picture(60, 40);
  expect(await create({ logo: no })).toMatchObject({ refusal: { fields: { logo: [{ key: "photoInvalid" }] } } });
  expect(await create({ prizes: new Map([[1, no]]) })).toMatchObject({
    refusal: { reason: "invalid-fields", fields: { "prizes.1.file": [{ key: "photoInvalid" }] } },
  });
  expect(await create({ prizes: new Map(Array.from({ length: 9 }, (_, place) => [place, prize])) })).toMatchObject({
    refusal: { fields: { prizes: [{ key: "tooManyFiles", params: { max: 8 } }] } },
  });
  expect(await db.selectFrom("raffles").select("id").execute()).toEqual(before);
});

it("each drawing that a prize can have is in the file of drawings", async () => {
  const file = await readFile("public/prize-icons.svg", "utf8");
  expect([...file.matchAll(/<symbol id="([a-z]+)"/g)].map(([, name]) => name).toSorted()).toEqual(
    [...PRIZE_ICONS].toSorted(),
  );
});
