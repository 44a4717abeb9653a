import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, it, test } from "vitest";
import { proveEntrant } from "#src/access/entrant.ts";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { EntrantScope, OrganiserScope, StaffScope } from "#src/access/scope.ts";
import { makeHelper } from "#src/access/staff/helper-links.ts";
import { helperPass, proveStaff } from "#src/access/staff/staff.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { deleteEntry } from "#src/entries/edit/delete-entry.ts";
import { undoDeletion } from "#src/entries/edit/undo-deletion.ts";
import { asOrganiser, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { readOwnDrops } from "../read.ts";
import { addRows } from "../write.ts";
import { decidePhoto } from "./decide-photo.ts";
import { PHOTO_LIMITS } from "./limits.ts";
import { countWaiting, readPhoto, readPhotoPicture } from "./read.ts";
import { uploadPhoto } from "./upload-photo.ts";

const { database, ...api } = await openTestApi();
const { db, pool } = database;
const prover = { ...api.site, reader: db, address: "192.0.2.1" };

afterAll(() => api.site.pictures.stop());

let raffle: TestRaffle;
let organiser: OrganiserScope;
let staff: StaffScope<"check-photos">;
let code: string;
let entrant: EntrantScope;

beforeEach(async () => {
  raffle = await makeRaffle();
  ({ organiser, staff } = await staffOf(raffle));
  ({ code, entrant } = await join());
});

const makeRaffle = () =>
  api.createRaffle({
    drawRequires: "none",
    drawWeight: "drops",
    rules: [{ details: "Buy for ₱500", drops: 2, proof: "photo", maxTimes: 2 }],
  });

async function staffOf(of: TestRaffle) {
  const claim = { raffle: of.id, accessCode: of.accessCode };
  const [one, other] = [await proveOrganiser(prover, claim), await proveStaff(prover, claim, "check-photos")];
  if (!one.ok || !other.ok) throw new Error("not proved");
  return { organiser: one.value, staff: other.value };
}

async function join() {
  const entryCode = await api.enter(raffle);
  const proved = await proveEntrant(prover, { entryCode, raffleId: raffle.id });
  if (!proved.ok) throw new Error("not proved");
  return { code: entryCode, entrant: proved.value };
}

/** A receipt: lines of words, other ones with another seed. */
function receipt(seed: number, { width = 800, height = 1200 } = {}) {
  const lines = Array.from({ length: 24 }, (_, at) => {
    const [left, long] = [(seed * 137 + at * 61) % 300, 60 + ((seed * 71 + at * 97) % 400)];
    return `<rect x="${left}" y="${20 + at * 48}" width="${long}" height="30"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1200"><rect width="800" height="1200" fill="#fff"/>${lines.join("")}</svg>`;
  return sharp(Buffer.from(svg)).resize(width, height, { fit: "fill" });
}

async function send({ seed = 1, number = "", by = entrant, upload = null as Uint8Array | null } = {}) {
  const photo = upload ?? (await receipt(seed).jpeg().toBuffer());
  return uploadPhoto({ ...prover, solution: undefined }, by, {
    ruleId: raffle.rules[0]?.id ?? "",
    upload: photo,
    number,
  });
}

const look = (id: string | null = null) => readPhoto(db, staff, api.site.secret, { id, after: null });

async function sent(options: Parameters<typeof send>[0] = {}): Promise<string> {
  expect(await send(options)).toEqual({ ok: true, value: { isNew: true } });
  const { rows } = await pool.query("select id from proof_photos where raffle_id = $1 order by id desc limit 1", [
    raffle.id,
  ]);
  return rows[0].id;
}

const accepted = (photoId: string, scope = staff) => decidePhoto(api.site, scope, { photoId, isAccepted: true });
const refused = (photoId: string, reason = "Unreadable") =>
  decidePhoto(api.site, staff, { photoId, isAccepted: false, reason });

async function drops(of = entrant) {
  const { rows } = await pool.query("select earned, earned_rows as rows from entries where id = $1", [of.entryId]);
  return { ...rows[0], earned: Object.values(rows[0].earned) };
}

const REFUSED = (reason: string) => ({ ok: false, refusal: { reason } });

describe("a photo", () => {
  it("earns nothing until the shop accepts it, and is stored sealed, without what was hidden in it", async () => {
    const upload = await receipt(1, { width: 2400, height: 3600 })
      .jpeg()
      .withExif({ IFD0: { Make: "SecretMaker" } })
      .toBuffer();
    const id = await sent({ upload, number: "OR 00-123" });
    expect(await drops()).toEqual({ earned: [], rows: 0 });
    const { rows } = await pool.query("select content, number from proof_photos where id = $1", [id]);
    expect([rows[0].content.includes("WEBP"), rows[0].number.includes("123")]).toEqual([false, false]);
    const picture = await readPhotoPicture(db, staff, api.site.secret, id);
    expect(await sharp(picture ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: "webp", height: 1600 });
    expect(picture?.includes("Secret")).toBe(false);
    expect(await look()).toMatchObject({ id, entryCode: code, number: "OR 00-123", alike: [], state: "waiting" });
    expect(await accepted(id)).toEqual({ ok: true, value: { changed: true } });
    expect(await accepted(id)).toEqual({ ok: true, value: { changed: false } });
    expect(await refused(id)).toMatchObject(REFUSED("photo-decided"));
    expect(await drops()).toEqual({ earned: [2], rows: 1 });
    expect([await countWaiting(db, staff), await look()]).toEqual([0, null]);
  });

  it("is refused with a reason that its entrant reads, who may send another one", async () => {
    const first = await sent();
    expect(await send({ seed: 2 })).toMatchObject(REFUSED("photo-waits"));
    expect(await send()).toEqual({ ok: true, value: { isNew: false } });
    expect(await refused(first, " ")).toMatchObject(REFUSED("invalid-fields"));
    expect(await refused(first)).toEqual({ ok: true, value: { changed: true } });
    expect(await readOwnDrops(db, entrant, { masked: false })).toMatchObject([{ drops: 0, reason: "Unreadable" }]);
    expect(await accepted(first)).toMatchObject(REFUSED("photo-decided"));
    await accepted(await sent());
    await accepted(await sent({ seed: 2 }));
    expect(await drops()).toEqual({ earned: [4], rows: 3 });
    expect(await send({ seed: 3 })).toMatchObject(REFUSED("photos-enough"));
  });

  it("is flagged where picture, number or looks came before, and not decided", async () => {
    const first = await sent({ number: "OR 00-123" });
    const { entrant: other } = await join();
    const same = await sent({ by: other, number: "or00 123" });
    expect(await look(same)).toMatchObject({ alike: [{ id: first, by: "picture", entryCode: code }] });
    await refused(same);
    const number = await sent({ by: other, seed: 9, number: "OR-00123" });
    expect((await look(number))?.alike.map(({ by }) => by)).toEqual(["number", "number"]);
    await refused(number);
    const upload = await receipt(1, { width: 600, height: 900 }).webp({ quality: 70 }).toBuffer();
    const alike = await sent({ by: other, upload });
    expect((await look(alike))?.alike).toContainEqual(expect.objectContaining({ id: first, by: "looks" }));
    expect(await accepted(alike)).toMatchObject({ ok: true });
  });

  it("goes with its entry, and comes back with one whose deletion is undone", async () => {
    const id = await sent({ number: "7" });
    const stored = async () =>
      (await pool.query("select * from proof_photos where entry_id = $1", [entrant.entryId])).rows;
    const before = await stored();
    expect(await deleteEntry(api.site, organiser, { entryCode: code, reason: "duplicate" })).toMatchObject({
      ok: true,
    });
    expect(await stored()).toEqual([]);
    expect(await undoDeletion(api.site, organiser, entrant.entryId)).toMatchObject({ ok: true });
    expect(await stored()).toEqual(before);
    expect(await accepted(id)).toMatchObject({ ok: true });
  });

  it("is in the export of its entrant's data", async () => {
    await sent({ number: "OR 7" });
    const headers = asOrganiser(raffle.codeId, raffle.accessCode);
    const { body } = await api.ask("GET", `/entries/${code}/data`, undefined, headers);
    expect(body).toMatchObject({
      drops: {
        photos: [{ number: "OR 7", state: "waiting", picture: expect.stringMatching(/^data:image\/webp;base64,U/) }],
      },
    });
  });

  it("is one of ten at most, none after the due date, and none decided after the lock", async () => {
    const id = await sent();
    await pool.query(
      `insert into proof_photos select raffle_id, gen_random_uuid(), entry_id, rule_id, content, mark, looks, null, null, now(), 'refused', now()
       from proof_photos, generate_series(2, $2::int) where id = $1`,
      [id, PHOTO_LIMITS.perEntry],
    );
    await refused(id);
    expect(await send({ seed: 2 })).toMatchObject(REFUSED("photos-full"));
    await pool.query("delete from proof_photos where raffle_id = $1", [raffle.id]);
    const late = await sent({ seed: 3 });
    await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
    expect(await send({ seed: 4 })).toMatchObject(REFUSED("too-late"));
    await pool.query("update raffles set locked_at = now() where id = $1", [raffle.id]);
    expect(await accepted(late)).toMatchObject(REFUSED("list-locked"));
  });
});

describe("a hostile picture", () => {
  const png = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: "#c4193b" } }).png();
  test.each([
    ["no picture", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "photoInvalid"],
    ["a cut one", async () => (await receipt(1).jpeg().toBuffer()).subarray(0, 900), "photoInvalid"],
    ["a bomb of 49 megapixels", () => png(7000).toBuffer(), "bannerTooManyPixels"],
    ["too many bytes", async () => Buffer.alloc(8 * 1024 * 1024 + 1), "photoTooLarge"],
  ])("is refused and not stored: %s", async (_what, make, key) => {
    const refusal = { reason: "invalid-fields", fields: { photo: [{ key }] } };
    expect(await send({ upload: await make() })).toMatchObject({ ok: false, refusal });
    expect(await countWaiting(db, staff)).toBe(0);
  });
});

describe("who may check photos", () => {
  it("is the organiser, and a helper whose link says so; nobody of another raffle", async () => {
    const id = await sent();
    const { staff: others } = await staffOf(await makeRaffle());
    expect(await accepted(id, others)).toMatchObject(REFUSED("photo-not-found"));
    expect(await readPhotoPicture(db, others, api.site.secret, id)).toBeNull();
    expect(await readPhoto(db, others, api.site.secret, { id, after: null })).toBeNull();
    const proveHelper = async (permission: string) => {
      const made = await makeHelper(api.site, organiser, { name: "Ana", permissions: [permission] });
      if (!made.ok) throw new Error("not made");
      const cookie = helperPass({ secret: api.site.secret, cookies: "", now: new Date() }, made.value.id);
      const pass = `${cookie.name}=${cookie.value}`;
      return proveStaff({ ...prover, pass }, { raffle: raffle.codeId }, "check-photos");
    };
    expect(await proveHelper("show-codes")).toMatchObject(REFUSED("permission-missing"));
    const helper = await proveHelper("check-photos");
    if (!helper.ok) throw new Error(helper.refusal.reason);
    expect(await accepted(id, helper.value)).toEqual({ ok: true, value: { changed: true } });
  });
});

test("of many who accept a photo at once, one grants", async () => {
  const id = await sent();
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => accepted(id)));
  expect(outcomes.map((one) => one.ok && one.value.changed).filter(Boolean)).toHaveLength(1);
  expect(await drops()).toEqual({ earned: [2], rows: 1 });
  // Control: two rows with different sources would both count.
  const row = { entryId: entrant.entryId, ruleId: raffle.rules[0]?.id ?? "", way: "photo", drops: 2 } as const;
  const by = { by: { actor: "test" }, at: new Date() };
  await inTransaction(db, (tx) => addRows(tx, raffle.id, [{ ...row, sourceKey: "another" }], by));
  expect(await drops()).toEqual({ earned: [4], rows: 2 });
});
