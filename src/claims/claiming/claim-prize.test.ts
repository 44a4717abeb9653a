import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { claimBody, phonePicture, storedClaim, winnerOf } from "../../../tests/support/claiming.ts";
import { type DrawnRaffle, drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { claimPrize } from "./claim-prize.ts";
import { declinePrize } from "./decline-prize.ts";
import { noteOpened } from "./note-opened.ts";
import { readOwnClaims, readOwnPrizesState } from "./read.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { draw } = drawnClaimsOf(api);
const { database, site } = api;
const { db, pool } = database;
const NOW = new Date();
const deps = { ...site, address: "192.0.2.1", solution: "", clock: () => NOW };
const FIRST = { claimBy: new Date(), id: "" };

let raffle: DrawnRaffle;
let claim: { readonly id: string; readonly claimBy: Date };

beforeEach(async () => {
  raffle = await draw();
  claim = raffle.claims[0] ?? FIRST;
});

const send = async (changes: Parameters<typeof claimBody>[0] = {}, clock = () => NOW) =>
  claimPrize({ ...deps, clock }, await winnerOf(db, raffle, claim.id), claim.id, claimBody(changes));

const stored = () => storedClaim(database, claim.id);

const own = async () =>
  (await readOwnClaims(site, await winnerOf(db, raffle, claim.id), NOW)).find(({ id }) => id === claim.id);

const asks = (settings: Record<string, unknown>) =>
  db
    .insertInto("claimSettings")
    .values({ raffleId: raffle.id, ...settings })
    .execute();

const logged = async () => {
  const { rows } = await pool.query("select action from audit_log where scope_id = $1 and actor = 'entrant'", [
    raffle.id,
  ]);
  return rows.map(({ action }) => action);
};

describe("a prize", () => {
  test("is claimed once: who sends the same again is told the same, and may change it until it is handed over", async () => {
    expect(await send()).toEqual({ ok: true, value: undefined });
    const first = await stored();
    expect(first.voucher_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(await send()).toMatchObject({ ok: true });
    expect(await stored()).toEqual(first);
    expect(await logged()).toEqual(["claim-prize"]);
    expect(await send({ way: "pick-up", day: "Sunday" }, () => new Date(claim.claimBy.getTime() + 1000))).toMatchObject(
      { ok: true },
    );
    expect(await stored()).toMatchObject({ voucher_code: first.voucher_code, claimed_at: first.claimed_at });
    expect((await own())?.answers).toMatchObject({ way: "pick-up", day: "Sunday" });
    await pool.query("update claims set handed_over_at = now(), handed_over_by = 'organiser' where id = $1", [
      claim.id,
    ]);
    expect(await send({ day: "Monday" })).toMatchObject({ ok: false, refusal: { reason: "prize-handed-over" } });
  });

  test("can be claimed at the deadline, and not later, which its winner's page says too", async () => {
    const winner = await winnerOf(db, raffle, claim.id);
    await pool.query("delete from claims where entry_id = $1 and id <> $2", [winner.entryId, claim.id]);
    const later = new Date(claim.claimBy.getTime() + 1);
    const late = await send({}, () => later);
    expect(late).toMatchObject({ ok: false, refusal: { reason: "claim-too-late" } });
    const state = (now: Date) => readOwnPrizesState(db, winner, now);
    expect(await state(later)).toMatchObject({ canClaim: false, claimBy: null, overdue: [expect.any(String)] });
    expect(await state(claim.claimBy)).toMatchObject({ canClaim: true, claimBy: claim.claimBy, overdue: [] });
    expect(await send({}, () => claim.claimBy)).toMatchObject({ ok: true });
    expect(await state(claim.claimBy)).toMatchObject({ canClaim: false, claimBy: null, overdue: [], asked: null });
  });

  test("that was turned down is claimed again by a new voucher, and the reason goes", async () => {
    await send();
    const { voucher_code: before } = await stored();
    await pool.query(
      "update claims set claimed_at = null, voucher_code = null, turned_down_at = now(), turned_down_for = 'Which street?' where id = $1",
      [claim.id],
    );
    expect(await own()).toMatchObject({
      state: "turned-down",
      turnedDownFor: "Which street?",
      answers: { day: "Saturday" },
    });
    expect(await send()).toMatchObject({ ok: true });
    const after = await stored();
    expect(after).toMatchObject({ turned_down_at: null, turned_down_for: null });
    expect(after.voucher_code).not.toBe(before);
  });

  test("that is not wanted is nobody's to claim, and all that was filled in is erased", async () => {
    await send({ share: true, sentence: "Thank you!" });
    const scope = await winnerOf(db, raffle, claim.id);
    expect(await declinePrize(deps, scope, claim.id, "I moved away")).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({
      declined_for: "I moved away",
      answers: null,
      claimed_at: null,
      voucher_code: null,
    });
    expect((await pool.query("select from winner_words where claim_id = $1", [claim.id])).rowCount).toBe(0);
    expect(await send()).toMatchObject({ ok: false, refusal: { reason: "claim-declined" } });
    expect(await declinePrize(deps, scope, claim.id, null)).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ declined_for: "I moved away" });
  });

  test("is opened by its winner the first time alone", async () => {
    const scope = await winnerOf(db, raffle, claim.id);
    await noteOpened(deps, scope);
    await noteOpened({ ...deps, clock: () => new Date(NOW.getTime() + 1000) }, scope);
    expect((await stored()).opened_at).toEqual(NOW);
    expect(await own()).toMatchObject({ state: "opened" });
  });
});

describe("a claim is refused", () => {
  test("with every field that needs attention", async () => {
    await asks({ question: "Which size?", needs_id: true });
    const refused = await send({ address: " ", sentence: "x".repeat(281), phone: 7 });
    expect(refused).toMatchObject({ ok: false, refusal: { reason: "invalid-fields" } });
    if (refused.ok) throw new Error("taken");
    expect(Object.keys(refused.refusal.fields ?? {}).toSorted()).toEqual(
      ["address", "answer", "id", "phone", "sentence"].toSorted(),
    );
  });

  test("by a way that its organiser does not offer", async () => {
    await asks({ ways: "pick-up" });
    expect(await send()).toMatchObject({ ok: false, refusal: { fields: { way: [{ key: "optionInvalid" }] } } });
  });

  test.each(["", "no id", "0198c0de-0000-7000-8000-000000000001"])(
    "for the claim %j, which is not there",
    async (id) => {
      const refused = await claimPrize(deps, await winnerOf(db, raffle, claim.id), id, claimBody());
      expect(refused).toMatchObject({ ok: false, refusal: { reason: "claim-not-found" } });
    },
  );

  test("for another entry's prize, of this raffle and of another", async () => {
    const other = await draw();
    for (const { id } of [...raffle.claims.slice(1), ...other.claims]) {
      const refused = await claimPrize(deps, await winnerOf(db, raffle, claim.id), id, claimBody());
      expect(refused).toMatchObject({ ok: false, refusal: { reason: "claim-not-found" } });
    }
  });

  test.each([
    ["no picture", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "photoInvalid"],
    ["a cut one", async () => (await phonePicture()).subarray(0, 300), "photoInvalid"],
    ["too many bytes", async () => Buffer.alloc(8 * 1024 * 1024 + 1), "photoTooLarge"],
    ["too many pixels", () => phonePicture(6000, 5000), "bannerTooManyPixels"],
  ])("with %s", async (_what, make, key) => {
    await asks({ needs_id: true });
    const refused = await send({ id: await make() });
    expect(refused).toMatchObject({ ok: false, refusal: { reason: "invalid-fields", fields: { id: [{ key }] } } });
    expect(await stored()).toMatchObject({ claimed_at: null });
  });
});

describe("what a winner adds", () => {
  test("is stored sealed: the database alone tells neither the address nor the ID", async () => {
    await asks({ needs_id: true });
    expect(await send({ id: await phonePicture() })).toMatchObject({ ok: true });
    const { rows } = await pool.query("select content from claim_files where claim_id = $1", [claim.id]);
    expect(rows[0].content.includes("WEBP")).toBe(false);
    expect((await stored()).answers.includes("Rizal")).toBe(false);
    expect(await own()).toMatchObject({ hasId: true, answers: { address: "7 Rizal Street, Iloilo" } });
    // The stored one is enough for a change.
    expect(await send({ day: "Sunday" })).toMatchObject({ ok: true });
  });

  test("for everybody is shown only after the organiser has looked at it, at each change anew", async () => {
    await send({ share: true, sentence: "Salamat!", photo: await phonePicture(3000, 2000) });
    const words = async () =>
      (await pool.query("select sentence, photo, shown from winner_words where claim_id = $1", [claim.id])).rows;
    const [first] = await words();
    expect(first).toMatchObject({ sentence: "Salamat!", shown: false });
    expect(await sharp(first.photo).metadata()).toMatchObject({ format: "webp", width: 1600 });
    await pool.query("update winner_words set shown = true where claim_id = $1", [claim.id]);
    await send({ share: true, sentence: "Salamat!" });
    expect(await words()).toEqual([{ ...first, shown: true }]);
    await send({ share: true, sentence: "Thank you!" });
    expect(await words()).toEqual([{ ...first, sentence: "Thank you!", shown: false }]);
    await send({ share: false, sentence: "Thank you!" });
    expect(await words()).toEqual([]);
  });
});

describe("two at once", () => {
  test("claims give one voucher", async () => {
    await Promise.all([send(), send(), send()]);
    expect(await logged()).toEqual(["claim-prize"]);
    expect((await stored()).voucher_code).not.toBeNull();
  });

  /** A replacement that is under way when a claim comes, and commits while it waits. */
  const replaceDuring = async (work: () => Promise<unknown>) => {
    let doing: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (tx) => {
      await tx.updateTable("claims").set({ goneAt: NOW }).where("id", "=", claim.id).execute();
      doing = work();
      await expect.poll(() => waitingForLocks(pool)).toBeGreaterThan(0);
    });
    return doing;
  };

  test("a claim against a replacement: what is gone is not claimed", async () => {
    expect(await replaceDuring(send)).toMatchObject({ ok: false, refusal: { reason: "prize-replaced" } });
    expect(await stored()).toMatchObject({ claimed_at: null, gone_at: NOW });
  });

  test("would be claimed by a write that does not ask again", async () => {
    await replaceDuring(() =>
      pool.query("update claims set claimed_at = now(), voucher_code = '0123456789' where id = $1", [claim.id]),
    );
    expect(await stored()).toMatchObject({ gone_at: NOW, voucher_code: "0123456789" });
  });

  test("a claim against the entry's erasure leaves nothing of it", async () => {
    const scope = await winnerOf(db, raffle, claim.id);
    let claiming: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (tx) => {
      await tx.deleteFrom("entries").where("id", "=", scope.entryId).execute();
      claiming = claimPrize(deps, scope, claim.id, claimBody({ share: true, sentence: "Hello" }));
      await expect.poll(() => waitingForLocks(pool)).toBeGreaterThan(0);
    });
    expect(await claiming).toMatchObject({ ok: false, refusal: { reason: "claim-not-found" } });
    expect(await stored()).toMatchObject({ answers: null, claimed_at: null });
  });
});
