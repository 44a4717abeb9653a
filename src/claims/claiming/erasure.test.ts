import { beforeEach, expect, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { ContactScope, OrganiserScope } from "#src/access/scope.ts";
import { eraseOwnEntry } from "#src/entries/edit/delete-entry.ts";
import { eraseExpiredEntries } from "#src/entries/retention/retention.ts";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { claimBody, phonePicture, storedClaim, winnerOf } from "../../../tests/support/claiming.ts";
import { type DrawnRaffle, drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { everythingStored } from "../../../tests/support/everything-stored.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { listShownWords } from "../words.ts";
import { claimPrize } from "./claim-prize.ts";
import { readClaimAnswers, readIdPicture } from "./read.ts";
import { withdrawWords } from "./withdraw-words.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { draw } = drawnClaimsOf(api);
const { database, site } = api;
const { db, pool } = database;
const deps = { ...site, address: "192.0.2.1", solution: "" };

let raffle: DrawnRaffle;
let claimId: string;
let scope: ContactScope;
let organiser: OrganiserScope;

beforeEach(async () => {
  await pool.query("delete from claims");
  raffle = await draw();
  claimId = raffle.claims[0]?.id ?? "";
  scope = await winnerOf(db, raffle, claimId);
  const prover = { ...site, reader: db, address: "192.0.2.1", pass: "", solution: "" };
  const proved = await proveOrganiser(prover, { raffle: raffle.codeId, accessCode: raffle.accessCode, exact: true });
  if (!proved.ok) throw new Error(proved.refusal.reason);
  organiser = proved.value;
  await db.insertInto("claimSettings").values({ raffleId: raffle.id, needsId: true }).execute();
  const sent = claimBody({ id: await phonePicture(), share: true, sentence: "Salamat sa lahat" });
  const claimed = await claimPrize(deps, scope, claimId, sent);
  if (!claimed.ok) throw new Error(claimed.refusal.reason);
  await pool.query(
    `insert into claim_notices (raffle_id, claim_id, id, at, way, reached, answer, actor)
     values ($1, $2, gen_random_uuid(), now(), 'call', '0917 999 8888', 'Her sister answered', 'organiser')`,
    [raffle.id, claimId],
  );
});

const traces = async () =>
  (await everythingStored(pool)).filter((row) => /Salamat sa lahat|999 8888|Her sister/.test(row)).length;

const filled = async () => ({
  answers: (await readClaimAnswers(db, organiser, [claimId], site.secret)).get(claimId) ?? null,
  picture: await readIdPicture(db, organiser, claimId, site.secret),
});

const handOver = () =>
  pool.query(
    "update claims set handed_over_at = now(), handed_over_by = 'organiser', winner_name = 'Ana Cruz' where id = $1",
    [claimId],
  );

test("the organiser reads what a winner filled in, and sees the ID", async () => {
  const { answers, picture } = await filled();
  expect(answers).toMatchObject({ way: "delivery", address: "7 Rizal Street, Iloilo" });
  expect(picture?.subarray(8, 12).toString()).toBe("WEBP");
  expect(await readIdPicture(db, organiser, "no id", site.secret)).toBeNull();
});

test("another raffle's organiser sees nothing, and nothing opens in another row", async () => {
  const other = { ...organiser, raffleId: (await draw()).id };
  expect((await readClaimAnswers(db, other, [claimId], site.secret)).size).toBe(0);
  expect(await readIdPicture(db, other, claimId, site.secret)).toBeNull();
  const swapped = raffle.claims[1]?.id ?? "";
  await pool.query("update claims set answers = (select answers from claims where id = $1) where id = $2", [
    claimId,
    swapped,
  ]);
  expect((await readClaimAnswers(db, organiser, [swapped], site.secret)).size).toBe(0);
});

test("who erases an entry takes all of it along, and not while it holds the prize", async () => {
  expect(await traces()).toBeGreaterThan(0);
  expect(await eraseOwnEntry(site, scope)).toMatchObject({ refusal: { reason: "erase-holds-prize" } });
  expect((await filled()).answers).not.toBeNull();
  await pool.query("update claims set claim_by = now() - interval '61 days' where id = $1", [claimId]);
  expect(await eraseOwnEntry(site, scope)).toMatchObject({ ok: true });
  expect(await filled()).toEqual({ answers: null, picture: null });
  expect(await traces()).toBe(0);
  expect((await pool.query("select from claim_notices where claim_id = $1", [claimId])).rowCount).toBe(1);
});

test("where the prize was handed over, the winner's record and the notices stay", async () => {
  await handOver();
  await eraseOwnEntry(site, scope);
  expect(await filled()).toEqual({ answers: null, picture: null });
  expect(await storedClaim(database, claimId)).toMatchObject({ winner_name: "Ana Cruz" });
  const { rows } = await pool.query("select reached from claim_notices where claim_id = $1", [claimId]);
  expect(rows).toEqual([{ reached: "0917 999 8888" }]);
});

test("a winner takes back the words that everybody reads, also after the hand-over, and nobody else does", async () => {
  const stranger = await winnerOf(db, raffle, raffle.claims[1]?.id ?? "");
  await handOver();
  await pool.query("update winner_words set shown = true where claim_id = $1", [claimId]);
  const shown = async () => (await listShownWords(db, raffle.id)).length;
  for (const id of [claimId, "no id"]) {
    expect(await withdrawWords(site, stranger, id)).toMatchObject({ refusal: { reason: "claim-not-found" } });
  }
  expect(await shown()).toBe(1);
  expect(await withdrawWords(site, scope, claimId)).toEqual({ ok: true, value: undefined });
  expect(await shown()).toBe(0);
  expect(await withdrawWords(site, scope, claimId)).toEqual({ ok: true, value: undefined });
});

test("so it goes at the end of retention, and not before the prize could have been handed over", async () => {
  await pool.query(
    "update raffles set due_date = now() - interval '3 years', draw_date = now() - interval '2 years', updated_at = now() - interval '1 year', retention_days = 365 where id = $1",
    [raffle.id],
  );
  await eraseExpiredEntries(site);
  expect(await traces()).toBeGreaterThan(0);
  const longAgo = "update claims set claim_by = now() - interval '1 year' where raffle_id = $1";
  await pool.query(longAgo, [raffle.id]);
  await pool.query("update raffles set entries_erased_at = null where id = $1", [raffle.id]);
  await eraseExpiredEntries(site);
  expect(await filled()).toEqual({ answers: null, picture: null });
  expect(await traces()).toBe(0);
});

test("who holds a prize no more has nothing stored about it", async () => {
  await pool.query("update claims set gone_at = now() where id = $1", [claimId]);
  expect(await filled()).toEqual({ answers: null, picture: null });
  expect((await pool.query("select from winner_words where claim_id = $1", [claimId])).rowCount).toBe(0);
});
