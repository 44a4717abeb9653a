import { beforeEach, describe, expect, test, vi } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { countEntries } from "#src/entries/lists/entry-counts.ts";
import { findShortPrizes } from "#src/entries/standing/candidates.ts";
import { findPastWinners, readPastWinners } from "#src/entries/standing/past-winners.ts";
import { changeAs } from "#src/raffles/list-lock.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { Prize } from "#src/raffles/schema.ts";
import { readHead } from "#src/tlog/read.ts";
import { registerAccount } from "../../../tests/support/account.ts";
import { asOrganiser, entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { logNext } from "../log/write-log.ts";
import type { SignedReceipt } from "../own-receipt.ts";
import { QUICKNET } from "../protocol/beacon/chains.ts";
import type { Ticket } from "../protocol/list/ticket.ts";
import type { SignedLock } from "../protocol/transcript.ts";
import { verifyDraw } from "../protocol/verify/verify.ts";
import { findDraw } from "../read.ts";
import { createListSearch } from "./list-search.ts";

// A list of tambiolo-draw/2: its order, whose entries are gone, and who won before.

vi.setConfig({ testTimeout: 60_000 });

const { database, ...api } = await openTestApi();
const { site } = api;
const { db, pool } = database;
const { draw: drawRaffleOf } = drawnClaimsOf({ ...api, database });

let raffle: TestRaffle;
beforeEach(async () => {
  raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
});

async function logAll(): Promise<void> {
  const deps = { secret: site.secret, clock: () => new Date(), chain: QUICKNET, origin: site.config.origin };
  while ((await logNext(db, deps)).rows > 0);
}

type Entered = { readonly code: string; readonly email: string; readonly seal: string };

async function enter(changes: Record<string, unknown> = {}): Promise<Entered> {
  const body = entryBody(changes);
  const [code, email] = [await api.enter(raffle, body), String(body.email)];
  const answer = await api.send("GET", `/entries/${code}/receipt`, undefined, { "x-entrant-contact": email });
  return { code, email, seal: ((await answer.json()) as SignedReceipt).receipt.seal };
}

const remove = ({ code }: Entered, by: "entrant" | "shop") =>
  inTransaction(db, async (tx) => {
    await changeAs(tx, { by });
    await tx.deleteFrom("entries").where("entryCode", "=", code).execute();
  });

/** Locks the raffle, and returns its list as everybody can get it. */
async function lock(): Promise<{ readonly signed: SignedLock; readonly tickets: readonly Ticket[] }> {
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  const headers = asOrganiser(raffle.codeId, raffle.accessCode);
  const locked = await api.ask("POST", `/raffles/${raffle.id}/draw/lock`, undefined, headers);
  expect(locked).toMatchObject({ status: 201 });
  const signed = (await api.ask("GET", `/raffles/${raffle.id}/draw`)).body as unknown as SignedLock;
  const list = await (await api.send("GET", `/raffles/${raffle.id}/draw/tickets`)).text();
  const verified = await verifyDraw({ transcript: signed, list: [Buffer.from(list)] }, { now: Date.now() / 1000 });
  expect(verified).toMatchObject({ value: { transcript: "not-drawn-yet" } });
  const lines = list.split("\n").slice(0, -1);
  return { signed, tickets: lines.map((line) => JSON.parse(line) as Ticket) };
}

const byWord = ({ out, seal }: Pick<Ticket, "out" | "seal">) => `${out || "in"} ${seal}`;

describe("a list of tambiolo-draw/2", () => {
  test("has the place and the seal of each entry that went, by who removed it", async () => {
    const [stays, deleted, withdrawn, last] = [await enter(), await enter(), await enter(), await enter()];
    await logAll();
    await remove(deleted, "shop");
    await logAll();
    // The log does not have this removal yet.
    await remove(withdrawn, "entrant");
    const { tickets } = await lock();
    expect(tickets.map(byWord)).toEqual([
      `in ${stays.seal}`,
      `deleted ${deleted.seal}`,
      `withdrawn ${withdrawn.seal}`,
      `in ${last.seal}`,
    ]);
    expect(tickets[1]).toMatchObject({ ticket: 2, chances: 0, wishes: [] });
    expect(await findDraw(db, raffle.id)).toMatchObject({ out: { deleted: 1, withdrawn: 1, wonBefore: 0 } });
    await logAll();
    expect(
      await pool.query("select removed_by from log_seals where seal = $1", [Buffer.from(withdrawn.seal, "hex")]),
    ).toMatchObject({ rows: [{ removed_by: "entrant" }] });
  });

  test("stands in the order of the log, then of those that are not in it, and each finds its own line", async () => {
    const [first, second, third] = [await enter(), await enter(), await enter()];
    const { rows } = await pool.query("delete from log_queue where raffle_id = $1 returning *", [raffle.id]);
    const requeue = async (from: number) => {
      await pool.query("insert into log_queue (raffle_id, entry_ids) values ($1, $2)", [
        raffle.id,
        rows[from].entry_ids,
      ]);
      await logAll();
    };
    await requeue(1);
    await requeue(0);
    const head = await readHead(db);
    const { signed, tickets } = await lock();
    expect(tickets.map(({ seal }) => seal)).toEqual([second.seal, first.seal, third.seal]);
    expect(signed.lock).toMatchObject({ pausedBy: [], checkpoint: { size: head?.size } });
    // The log goes on: a leaf after the lock's checkpoint changes nobody's place.
    await requeue(2);
    for (const entered of [first, second, third]) {
      const { rows: found } = await pool.query("select id from entries where entry_code = $1", [entered.code]);
      const place = { raffleId: raffle.id, entryId: found[0].id };
      const listed = await createListSearch()(db, place);
      expect(JSON.parse(listed?.line ?? "null")).toMatchObject({ seal: entered.seal, ticket: listed?.ticket });
    }
  });

  test("is locked before the log has anything", async () => {
    await pool.query("truncate log_head, log_leaves, log_tiles, log_seals");
    await enter();
    const { signed } = await lock();
    expect(signed.lock.checkpoint).toMatchObject({
      size: 0,
      root: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    });
  });
});

describe("who won in another draw of the owner", () => {
  const owned = async (of: { readonly id: string }, userId: string) =>
    pool.query("insert into raffle_members values ($2, $1, 'owner', now())", [userId, of.id]);

  test("is out of the list, and reads so before, unless replaced or drawn too long ago", async () => {
    const { account } = await registerAccount(site, "owner@example.com");
    const prizes = [{ prizeCode: "P1", name: "Rice", numberOfWinners: 2 }];
    const before = await drawRaffleOf({ prizes });
    const long = await drawRaffleOf({ prizes });
    const others = await drawRaffleOf({ prizes });
    for (const own of [before, long, raffle]) await owned(own, account.userId);
    await pool.query("update draw_locks set round_at = now() - interval '31 days' where raffle_id = $1", [long.id]);
    await pool.query("update raffles set pause_days = 30 where id = $1", [raffle.id]);
    const [winner = "", replaced = ""] = before.winners;
    await pool.query(
      "update claims set gone_at = now() where raffle_id = $1 and entry_id = (select id from entries where raffle_id = $1 and email_key = $2)",
      [before.id, replaced],
    );
    const { rows } = await pool.query("select phone, phone_key from entries where raffle_id = $1 and email_key = $2", [
      before.id,
      winner,
    ]);

    const people = [
      { email: winner, out: "won-before" },
      { email: "another@example.com", phone: rows[0].phone, out: "won-before" },
      { email: replaced, out: "" },
      { email: String(before.others[0]), out: "" },
      { email: String(long.winners[0]), out: "" },
      { email: String(others.winners[0]), out: "" },
    ];
    const entered: { readonly code: string; readonly out: string }[] = [];
    for (const { out, ...person } of people) entered.push({ code: await api.enter(raffle, person), out });
    const found = await findRaffle(db, raffle.id);
    const byPhone = { emailKey: null, phoneKey: rows[0].phone_key };
    expect((await readPastWinners(db, found as NonNullable<typeof found>, { of: [byPhone] })).has(byPhone)).toBe(true);
    for (const { code, out } of entered) {
      expect(await api.ask("GET", `/entries/${code}`)).toMatchObject({
        body: { standing: { state: out === "" ? "in" : "won-before" } },
      });
    }
    // Screens of the desk ask for all that they show at once.
    const { rows: ids } = await pool.query("select id, entry_code from entries where raffle_id = $1", [raffle.id]);
    const wonBefore = await findPastWinners(db, found as NonNullable<typeof found>, ids);
    const codesOut = ids.filter(({ id }) => wonBefore.has(id)).map(({ entry_code: code }) => code);
    expect(codesOut.toSorted()).toEqual(entered.flatMap(({ code, out }) => (out === "" ? [] : [code])).toSorted());
    await pool.query("update entries set disqualified_for = 'Twice' where entry_code = $1", [entered[3]?.code]);
    const counts = await countEntries(db, { raffleId: raffle.id });
    expect(counts).toMatchObject({ total: 6, inPlay: 3, rulesMissing: 0, disqualified: 1, wonBefore: 2 });
    const [prize] = found?.prizes ?? [];
    const short = { ...(found as NonNullable<typeof found>), prizes: [{ ...prize, numberOfWinners: 5 }] as Prize[] };
    const scope = await organiserScope(site, raffle);
    expect(await findShortPrizes(db, scope, short, counts)).toMatchObject([{ candidates: 3 }]);
    const { signed, tickets } = await lock();
    expect(tickets.map(({ out }) => out)).toEqual(people.map(({ out }, at) => (at === 3 ? "disqualified" : out)));
    expect(await countEntries(db, { raffleId: raffle.id })).toEqual(counts);
    const { rows: locks } = await pool.query(
      "select encode(lock_hash, 'hex') as hash from draw_locks where raffle_id = $1",
      [before.id],
    );
    expect(signed.lock.pausedBy).toEqual([locks[0].hash]);
    expect(signed.lock.plan).toMatchObject({ pauseDays: 30 });
    for (const [at, { code, out }] of entered.entries()) {
      const state = at === 3 ? "out" : out === "" ? "in" : "won-before";
      expect(await api.ask("GET", `/entries/${code}`)).toMatchObject({ body: { standing: { state } } });
    }
    const { rulesMissing: rules, disqualified, wonBefore: won } = counts;
    expect(await findDraw(db, raffle.id)).toMatchObject({ out: { rules, disqualified, wonBefore: won } });
  });

  test("is in where the raffle says nothing of it, or has no owner", async () => {
    const { id } = await drawRaffleOf();
    await pool.query("update raffles set pause_days = 30 where id = $1", [raffle.id]);
    const found = await findRaffle(db, raffle.id);
    if (!found) throw new Error("The raffle is gone.");
    expect(await readPastWinners(db, found)).toMatchObject({ lockHashes: [] });
    const other = await findRaffle(db, id);
    expect(other && (await readPastWinners(db, other))).toMatchObject({ lockHashes: [] });
  });
});
