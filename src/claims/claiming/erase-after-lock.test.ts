import { expect, test } from "vitest";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import type { ContactScope } from "#src/access/scope.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { drawRaffle } from "#src/draws/drawing/draw-raffle.ts";
import { findDraw, isDrawn } from "#src/draws/read.ts";
import { letWinnerGo } from "#src/draws/replacing/let-winner-go.ts";
import { replaceWinner } from "#src/draws/replacing/replace-winner.ts";
import { eraseOwnEntry } from "#src/entries/edit/delete-entry.ts";
import { readErasure } from "#src/entries/retention/erasure.ts";
import type { TestRaffle } from "../../../tests/support/api.ts";
import { TEST_CHAIN, testBeacon } from "../../../tests/support/beacon-relay.ts";
import { drawMailsOf, people } from "../../../tests/support/draw-mails.ts";
import { drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { listToDecide, listWinners } from "../desk.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { site, database } = api;
const { db, pool } = database;
const { draw } = drawnClaimsOf(api);
const { lock, enterAll } = drawMailsOf(api);
const CODES = ["QUESO", "HAM"];

async function entrantsOf({ id }: Pick<TestRaffle, "id">): Promise<(ContactScope & { email: string })[]> {
  const { rows } = await pool.query("select id, email_key as email from entries where raffle_id = $1 order by id", [
    id,
  ]);
  return Promise.all(
    rows.map(async ({ id: entryId, email }) => {
      const scope = await entrantToWriteTo(db, { raffleId: id, entryId });
      if (!scope) throw new Error("The entry is gone.");
      return { ...scope, email };
    }),
  );
}

async function entered(count = 3): Promise<TestRaffle> {
  const raffle = await api.createRaffle({ rules: [], drawRequires: "none" });
  await enterAll(raffle, people(count));
  return raffle;
}

async function drawNow({ id }: TestRaffle): Promise<void> {
  const { rows } = await pool.query(
    "update draw_locks set round_at = date_trunc('second', now()) where raffle_id = $1 returning round::int",
    [id],
  );
  await drawRaffle(site, { raffleId: id, actor: "site" }, testBeacon(rows[0].round));
}

/** What the page says of an entry, then what happens. */
async function saidAndDone(scope: ContactScope) {
  const said = (await readErasure(db, scope))?.erasure;
  const done = await eraseOwnEntry(site, scope);
  return { said: said?.ok ? said.value : said?.refusal.reason, done: done.ok ? "erased" : done.refusal.reason };
}

test("what is said of an entry's erasure is what happens, in each state of its raffle", async () => {
  const raffle = await entered(5);
  const [first, second, third] = await entrantsOf(raffle);
  if (!first || !second || !third) throw new Error("Nobody entered.");
  expect(await saidAndDone(first)).toEqual({ said: "all", done: "erased" });
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  expect(await saidAndDone(second)).toEqual({ said: "erase-too-late", done: "erase-too-late" });
  await lock(raffle);
  expect(await saidAndDone(second)).toEqual({ said: "ticket-stays", done: "erased" });
  expect(await readErasure(db, second)).toBeNull();
  expect(await eraseOwnEntry(site, second)).toMatchObject({ refusal: { reason: "entry-not-found" } });
});

test("who holds a prize cannot erase an entry, until it is theirs or nobody's any more; others can", async () => {
  const raffle = await draw();
  const [ana, ben, cleo, ...others] = raffle.claims.map(({ email }) => email).concat(raffle.others);
  const scopes = new Map((await entrantsOf(raffle)).map((scope) => [scope.email, scope]));
  const of = (email = "") => scopes.get(email) as ContactScope;
  const holds = { said: "erase-holds-prize", done: "erase-holds-prize" };
  for (const email of [ana, ben, cleo]) expect(await saidAndDone(of(email))).toEqual(holds);
  const set = (values: string, email = "") =>
    pool.query(`update claims set ${values} where entry_id = $1`, [of(email).entryId]);
  await set("claimed_at = now(), voucher_code = '0123456789'", ana);
  expect(await saidAndDone(of(ana))).toEqual(holds);
  await set("handed_over_at = now(), handed_over_by = 'x'", ana);
  await set("declined_at = now(), declined_for = 'No'", ben);
  await set("gone_at = now()", cleo);
  for (const email of [ana, ben, cleo, ...others]) {
    expect(await saidAndDone(of(email))).toEqual({ said: "ticket-stays", done: "erased" });
  }
});

test("an entry whose raffle is drawn while its erasure waits holds its prize", async () => {
  const raffle = await entered();
  await lock(raffle);
  const [scope] = await entrantsOf(raffle);
  if (!scope) throw new Error("Nobody entered.");
  expect((await readErasure(db, scope))?.erasure).toEqual({ ok: true, value: "ticket-stays" });
  let erasing: ReturnType<typeof eraseOwnEntry> | undefined;
  await inTransaction(db, async (tx) => {
    await tx.selectFrom("entries").select("id").where("id", "=", scope.entryId).forUpdate().execute();
    erasing = eraseOwnEntry(site, scope);
    await expect.poll(() => waitingForLocks(pool)).toBe(1);
    await drawNow(raffle);
  });
  expect(await erasing).toMatchObject({ refusal: { reason: "erase-holds-prize" } });
});

test("a draw and erasures at once leave each winner whole, or a ticket without a name that can be replaced", async () => {
  const raffle = await entered();
  await lock(raffle);
  const scopes = await entrantsOf(raffle);
  const [, ...outcomes] = await Promise.all([drawNow(raffle), ...scopes.map((scope) => eraseOwnEntry(site, scope))]);
  const organiser = await organiserScope(site, raffle);
  const winners = await listWinners(db, organiser, CODES, null);
  expect(winners).toHaveLength(3);
  for (const [n, outcome] of outcomes.entries()) {
    const winner = winners.find(({ entryId }) => entryId === scopes[n]?.entryId);
    expect(winner?.person === null).toBe(outcome.ok);
  }
});

test("an erased reserve who comes by a prize stands first on the desk, until something is done about it", async () => {
  const raffle = await draw();
  const organiser = await organiserScope(site, raffle);
  const found = await findDraw(db, raffle.id);
  const result = found && isDrawn(found.published) ? found.published.results[0] : undefined;
  const [winner = 0, reserve = 0] = [result?.winners[0], result?.reserves[0]];
  const { rows } = await pool.query(
    "select entry_ids[1 + ($2::int - 1)] as id from draw_list_parts where raffle_id = $1 and part = 0",
    [raffle.id, reserve],
  );
  const scope = (await entrantsOf(raffle)).find(({ entryId }) => entryId === rows[0].id);
  if (!scope) throw new Error("The reserve is gone.");
  expect(await eraseOwnEntry(site, scope)).toMatchObject({ ok: true });
  const prizeCode = result?.prizeCode ?? "";
  const gone = { prizeCode, reason: "unclaimed", note: "Moved away" };
  const later = { ...site, clock: () => new Date(Date.now() + 61 * 86_400_000) };
  expect(await replaceWinner(later, organiser, { ...gone, from: winner })).toMatchObject({ value: { to: reserve } });
  const toDecide = await listToDecide(db, organiser, new Date());
  expect(toDecide).toMatchObject([{ prizeCode, ticket: reserve, person: null, claimedAt: null }]);
  expect(await letWinnerGo(later, organiser, { ...gone, reason: "withdrew", from: reserve })).toMatchObject({
    ok: true,
  });
  expect((await listToDecide(db, organiser, new Date())).filter(({ ticket }) => ticket === reserve)).toEqual([]);
});
