import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { OrganiserScope } from "#src/access/scope.ts";
import { TEST_CHAIN } from "../../tests/support/beacon-relay.ts";
import { type DrawnRaffle, drawnClaimsOf } from "../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { organiserScope } from "../../tests/support/organiser-scope.ts";
import { findWinner } from "./desk.ts";
import { showWords } from "./show-words.ts";
import { listShownWords, readPhotoForDesk } from "./words.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { draw } = drawnClaimsOf(api);
const { site } = api;
const { db, pool } = api.database;
const AGREED_AT = new Date("2026-11-22T10:00:00.123Z");
const VERSION = `${AGREED_AT.getTime()}000`;
const PHOTO = Buffer.from("RIFF a photo WEBP");

let raffle: DrawnRaffle;
let scope: OrganiserScope;
let claimIds: readonly string[];
let claimId: string;

beforeEach(async () => {
  await pool.query("delete from claims");
  raffle = await draw();
  scope = await organiserScope(site, raffle);
  claimIds = raffle.claims.map(({ id }) => id);
  claimId = claimIds[0] ?? "";
  for (const [index, id] of claimIds.entries()) {
    await pool.query("update claims set claimed_at = now(), voucher_code = $2 where id = $1", [
      id,
      `000000000${index}`,
    ]);
    await pool.query(
      "insert into winner_words (raffle_id, claim_id, sentence, photo, agreed_at) values ($1, $2, $3, $4, $5)",
      [raffle.id, id, `Salamat ${index}`, index === 0 ? PHOTO : null, new Date(AGREED_AT.getTime() + index)],
    );
  }
});

const show = async (shown: boolean, changes: Partial<Parameters<typeof showWords>[2]> = {}) => {
  const outcome = await showWords(site, scope, { claimId, version: VERSION, shown, ...changes });
  return outcome.ok ? "done" : outcome.refusal.reason;
};
const showAll = () => pool.query("update winner_words set shown = true where raffle_id = $1", [raffle.id]);
const sentences = async () => (await listShownWords(db, raffle.id)).map(({ sentence }) => sentence);
const logged = async () =>
  (
    await pool.query("select action from audit_log where scope_id = $1 and action like '%-words' order by id", [
      raffle.id,
    ])
  ).rows.map(({ action }) => action);

describe("showing a winner's words", () => {
  test("and hiding them is written down once, however often and by how many it is asked", async () => {
    expect(await sentences()).toEqual([]);
    expect(await Promise.all([show(true), show(true), show(true)])).toEqual(["done", "done", "done"]);
    expect(await sentences()).toEqual(["Salamat 0"]);
    expect(await logged()).toEqual(["show-words"]);
    expect(await Promise.all([show(false), show(false)])).toEqual(["done", "done"]);
    expect(await sentences()).toEqual([]);
    expect(await logged()).toEqual(["show-words", "hide-words"]);
  });

  test("is refused for others than the organiser saw; they can be hidden", async () => {
    expect(await show(true, { version: `${AGREED_AT.getTime() - 1}000` })).toBe("words-changed");
    for (const version of ["", "x", "1e400"]) expect(await show(true, { version })).toBe("words-changed");
    expect(await logged()).toEqual([]);
    await showAll();
    expect(await show(false, { version: "" })).toBe("done");
    expect(await logged()).toEqual(["hide-words"]);
  });

  test("is refused where there are none: of another raffle, of no claim, and once the entry is erased", async () => {
    for (const unknown of [randomUUID(), "1", "", "\0"]) {
      expect(await show(true, { claimId: unknown })).toBe("claim-not-found");
    }
    const other = await organiserScope(site, await draw());
    const foreign = await showWords(site, other, { claimId, version: VERSION, shown: true });
    expect(foreign).toMatchObject({ ok: false, refusal: { reason: "claim-not-found" } });
    await showAll();
    await pool.query("delete from entries where id = (select entry_id from claims where id = $1)", [claimId]);
    for (const shown of [true, false]) expect(await show(shown)).toBe("claim-not-found");
    expect(await sentences()).toEqual(["Salamat 2", "Salamat 1"]);
    expect(await logged()).toEqual([]);
  });

  test("waits for an erasure that is under way, and then finds nothing", async () => {
    const client = await pool.connect();
    await client.query("begin");
    await client.query("delete from entries where id = (select entry_id from claims where id = $1)", [claimId]);
    const showing = show(true);
    await client.query("commit");
    client.release();
    expect(await showing).toBe("claim-not-found");
    expect(await logged()).toEqual([]);
  });
});

test("everybody reads the newest first, of those who hold their prize and whose claim stands", async () => {
  await showAll();
  expect(await sentences()).toEqual(["Salamat 2", "Salamat 1", "Salamat 0"]);
  const [newest] = await listShownWords(db, raffle.id);
  expect(newest).toEqual({
    ...{ claimId: claimIds[2], sentence: "Salamat 2", hasPhoto: false },
    ...{ prizeCode: expect.any(String), ticket: expect.any(Number) },
  });
  await pool.query("update claims set claimed_at = null, voucher_code = null where id = $1", [claimIds[2]]);
  expect(await sentences()).toEqual(["Salamat 1", "Salamat 0"]);
  await pool.query("update claims set gone_at = now() where id = $1", [claimIds[1]]);
  expect(await sentences()).toEqual(["Salamat 0"]);
});

test("the desk has the words and their version", async () => {
  const { rows } = await pool.query("select ticket from claims where id = $1", [claimId]);
  const [winner] = (await findWinner(db, scope, rows[0].ticket)).filter(({ id }) => id === claimId);
  expect(winner?.words).toEqual({ sentence: "Salamat 0", hasPhoto: true, shown: false, version: VERSION });
  expect(await readPhotoForDesk(db, scope, claimId)).toEqual(PHOTO);
  for (const none of [claimIds[1] ?? "", randomUUID(), "x"]) expect(await readPhotoForDesk(db, scope, none)).toBeNull();
  expect(await readPhotoForDesk(db, await organiserScope(site, await draw()), claimId)).toBeNull();
});
