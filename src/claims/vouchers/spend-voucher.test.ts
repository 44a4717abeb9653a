import { describe, expect, test } from "vitest";
import { newId } from "#src/base/ids.ts";
import { accept, refuse } from "#src/base/outcome.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { raffleWithVouchers, voucherStaff } from "../../../tests/support/vouchers.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { checkVoucher, raffleOfVoucher } from "./check-voucher.ts";
import { spendVoucher, unspendVoucher } from "./spend-voucher.ts";
import { newVoucherCode, shownVoucherCode } from "./voucher-code.ts";

const api = await openTestApi();
const { database, site } = api;
const { db, pool } = database;

async function claimed() {
  const { raffle, prizes } = await raffleWithVouchers(api, database);
  const [first, second] = prizes;
  if (!first || !second) throw new Error("Nobody won.");
  return { raffle, scope: await voucherStaff(api, raffle), ...first, second };
}

const sent = (code: string) => ({ code, key: newId() });

const recordOf = async (claimId: string) =>
  (
    await pool.query("select winner_name, winner_address, winner_contact, handed_over_by from claims where id = $1", [
      claimId,
    ])
  ).rows[0];

const EMPTY = { winner_name: null, winner_address: null, winner_contact: null, handed_over_by: null };

test("a shop sees whose voucher it is, whichever way it was typed", async () => {
  const { scope, code, claimId } = await claimed();
  const voucher = {
    claimId,
    code,
    prize: "Queso de bola",
    ticket: 2,
    winner: "Jose Dizon",
    state: "valid",
    used: null,
    announced: null,
  };
  for (const typed of [code, ` ${shownVoucherCode(code).toLowerCase()}`, `https://raffles.example/voucher/${code}`]) {
    expect(await checkVoucher(db, scope, typed)).toEqual(accept(voucher));
  }
});

test("a shop sees that the winner was announced to go, until that has ended", async () => {
  const { raffle, scope, code } = await claimed();
  const at = new Date();
  await db
    .insertInto("replacementAnnouncements")
    .values({
      raffleId: raffle.id,
      id: newId(),
      prizeCode: "QUESO",
      fromTicket: 2,
      reason: "withdrew",
      note: "Moved to Cebu",
      at,
      dueAt: at,
    })
    .execute();
  expect(await checkVoucher(db, scope, code)).toMatchObject({ value: { state: "valid", announced: "withdrew" } });
  const ended = { endedAs: "taken-back", endedAt: at };
  await db.updateTable("replacementAnnouncements").set(ended).where("raffleId", "=", raffle.id).execute();
  expect(await checkVoucher(db, scope, code)).toMatchObject({ value: { state: "valid", announced: null } });
});

test("a voucher is used once: what the report needs of the winner is kept, and the log says who did it", async () => {
  const { raffle, scope, code, claimId } = await claimed();
  const used = await spendVoucher(site, scope, sent(code));
  const by = { at: expect.any(Date), by: "access code" };
  expect(used).toMatchObject(accept({ claimId, state: "used", used: by }));
  expect(await checkVoucher(db, scope, code)).toEqual(used);
  const { winner_contact, ...record } = await recordOf(claimId);
  expect(record).toEqual({
    winner_name: "Jose Dizon",
    winner_address: "12 Rizal St, Iloilo City",
    handed_over_by: "access code",
  });
  expect(winner_contact).toMatch(/^\S+, \S+@\S+$/);
  expect(await spendVoucher(site, scope, sent(code))).toMatchObject(refuse({ reason: "voucher-used" }));
  const { rows } = await pool.query(
    "select action, actor, after, entry_id from audit_log where scope_id = $1 and action like '%voucher'",
    [raffle.id],
  );
  expect(rows).toEqual([
    {
      action: "use-voucher",
      actor: "access code",
      after: { prize: "Queso de bola", ticket: 2 },
      entry_id: expect.any(String),
    },
  ]);
});

test("of somebody on paper the record has the phone or the e-mail alone", async () => {
  const { scope, code, raffle } = await claimed();
  await pool.query("update entries set phone = '', phone_key = null where raffle_id = $1", [raffle.id]);
  await spendVoucher(site, scope, sent(code));
  const { rows } = await pool.query("select winner_contact from claims where raffle_id = $1 and voucher_code = $2", [
    ...[raffle.id, code],
  ]);
  expect(rows).toEqual([{ winner_contact: expect.stringMatching(/^[^,\s]+@\S+$/) }]);
});

test("the same page that sends it again is told so, for two minutes", async () => {
  const { scope, code } = await claimed();
  const request = sent(code);
  const first = await spendVoucher(site, scope, request);
  expect(await spendVoucher(site, scope, request)).toEqual(first);
  const later = { ...site, clock: () => new Date(Date.now() + 121_000) };
  expect(await spendVoucher(later, scope, request)).toMatchObject(refuse({ reason: "voucher-used" }));
  expect(await spendVoucher(site, scope, { code, key: "" })).toMatchObject(refuse({ reason: "voucher-used" }));
});

test("a page without a key uses a voucher as well, and is then told that it is used", async () => {
  const { scope, code } = await claimed();
  expect(await spendVoucher(site, scope, { code, key: "no id" })).toMatchObject({ ok: true });
  expect(await spendVoucher(site, scope, { code, key: "no id" })).toMatchObject(refuse({ reason: "voucher-used" }));
});

test("unknown codes, those of another raffle and what is none are the same to whoever asks", async () => {
  const [own, other] = [await claimed(), await claimed()];
  for (const code of [newVoucherCode(), other.code, "ABC", ""]) {
    const notFound = refuse({ reason: "voucher-not-found" });
    expect(await checkVoucher(db, own.scope, code)).toEqual(notFound);
    expect(await spendVoucher(site, own.scope, sent(code))).toEqual(notFound);
    expect(await unspendVoucher(site, own.scope, { code, reason: "Wrong box" })).toEqual(notFound);
  }
  expect(await checkVoucher(db, other.scope, other.code)).toMatchObject(accept({ state: "valid" }));
  expect(await raffleOfVoucher(db, shownVoucherCode(other.code))).toBe(other.raffle.id);
  for (const code of [newVoucherCode(), ""]) expect(await raffleOfVoucher(db, code)).toBeNull();
});

test("the voucher of a prize that is somebody else's by now hands nothing over, nor does that of an erased entry", async () => {
  const { scope, code, claimId, second } = await claimed();
  await pool.query("update claims set gone_at = now() where id = $1", [claimId]);
  await pool.query("delete from entries where id = (select entry_id from claims where id = $1)", [second.claimId]);
  for (const { code: gone } of [{ code }, second]) {
    expect(await checkVoucher(db, scope, gone)).toMatchObject(accept({ state: "gone", used: null }));
    expect(await spendVoucher(site, scope, sent(gone))).toMatchObject(refuse({ reason: "voucher-gone" }));
  }
});

test("what was handed over is taken back with a reason alone, which the log keeps; the voucher is valid again", async () => {
  const { raffle, scope, code, claimId } = await claimed();
  expect(await unspendVoucher(site, scope, { code, reason: "Wrong box" })).toEqual(
    refuse({ reason: "voucher-unused" }),
  );
  await spendVoucher(site, scope, sent(code));
  for (const reason of ["", " ", "x".repeat(201)]) {
    expect(await unspendVoucher(site, scope, { code, reason })).toMatchObject(refuse({ reason: "invalid-fields" }));
  }
  expect(await unspendVoucher(site, scope, { code, reason: " Wrong box " })).toMatchObject(
    accept({ state: "valid", used: null }),
  );
  expect(await recordOf(claimId)).toEqual(EMPTY);
  const logged = await pool.query(
    "select before, after from audit_log where scope_id = $1 and action = 'unuse-voucher'",
    [raffle.id],
  );
  expect(logged.rows).toMatchObject([{ before: { ticket: 2, by: "access code" }, after: { reason: "Wrong box" } }]);
  expect(await spendVoucher(site, scope, sent(code))).toMatchObject({ ok: true });
});

describe("of several phones that hand a prize over at once", () => {
  /** Each with a connection of its own, as two processes have. */
  async function race<Answer>(hand: (own: typeof db) => Promise<Answer>): Promise<Answer[]> {
    const phones = [1, 2, 3, 4].map(() => connectDatabase(database));
    const answers = await Promise.all(phones.map((phone) => hand(phone.db)));
    await Promise.all(phones.map((phone) => phone.close()));
    return answers;
  }

  test("one does, and the others are told who was first", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { scope, code, raffle } = await claimed();
      const answers = await race((own) => spendVoucher({ ...site, db: own }, scope, sent(code)));
      const [taken, refused] = [answers.filter(({ ok }) => ok), answers.filter(({ ok }) => !ok)];
      expect(taken).toHaveLength(1);
      const spent = refuse({ reason: "voucher-used" });
      expect(refused).toMatchObject([spent, spent, spent]);
      const { rowCount } = await pool.query("select from audit_log where scope_id = $1 and action = 'use-voucher'", [
        raffle.id,
      ]);
      expect(rowCount).toBe(1);
    }
  });

  test("several would, if a look came before the write (control)", async () => {
    const { code, scope } = await claimed();
    let looked = 0;
    const all = Promise.withResolvers<void>();
    const answers = await race(async (own) => {
      const seen = await checkVoucher(own, scope, code);
      looked += 1;
      if (looked === 4) all.resolve();
      await all.promise;
      if (!seen.ok || seen.value.used) return "refused";
      await own
        .updateTable("claims")
        .set({ handedOverAt: new Date(), handedOverBy: "access code" })
        .where("voucherCode", "=", code)
        .execute();
      return "handed over";
    });
    expect(answers).toEqual(["handed over", "handed over", "handed over", "handed over"]);
  });
});

test("a replacement that came first, and is not yet committed, wins over the hand-over that waits for it", async () => {
  const { scope, code, claimId } = await claimed();
  const replacing = await pool.connect();
  await replacing.query("begin");
  await replacing.query("update claims set gone_at = now() where id = $1 and handed_over_at is null", [claimId]);
  const using = spendVoucher(site, scope, sent(code));
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%claims%'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  await replacing.query("commit");
  replacing.release();
  expect(await using).toMatchObject(refuse({ reason: "voucher-gone" }));
  expect(await recordOf(claimId)).toEqual(EMPTY);
});

test("a hand-over that came first wins over the replacement that waits for it", async () => {
  const { scope, code, claimId } = await claimed();
  const blocker = await pool.connect();
  await blocker.query("begin");
  // The hand-over holds the claim, and waits for the log.
  await blocker.query("lock table audit_log in exclusive mode");
  const using = spendVoucher(site, scope, sent(code));
  await expect.poll(() => waitingForLocks(pool)).toBe(1);
  const replacing = pool.query("update claims set gone_at = now() where id = $1 and handed_over_at is null", [claimId]);
  await expect.poll(() => waitingForLocks(pool)).toBe(2);
  await blocker.query("rollback");
  blocker.release();
  expect(await using).toMatchObject({ ok: true });
  expect((await replacing).rowCount).toBe(0);
});
