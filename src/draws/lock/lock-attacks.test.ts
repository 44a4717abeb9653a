import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import { asOrganiser, raffleBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { QUICKNET } from "../protocol/beacon/chains.ts";
import { findDraw } from "../read.ts";
import { lockList } from "./lock-list.ts";

const { database, site, ...api } = await openTestApi();
const { db, pool } = database;

/** A raffle with an entry whose due date has passed. */
async function closedRaffle() {
  const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
  await api.enter(raffle);
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  return { ...raffle, headers: asOrganiser(raffle.codeId, raffle.accessCode) };
}

async function lockAtOf({ id }: { readonly id: string }): Promise<Date | null> {
  return (await pool.query("select lock_at from raffles where id = $1", [id])).rows[0].lock_at;
}

test("a prize code that becomes longer by normalisation is refused", async () => {
  // U+FB2C is three characters in every normal form.
  const prizes = [{ prizeCode: "\uFB2C".repeat(14), name: "Ham" }];
  const answer = await api.ask("POST", "/raffles", raffleBody({ prizes }));
  expect(answer).toMatchObject({ status: 422, body: { errors: { "prizes.0.prizeCode": expect.anything() } } });
});

test("a draw date that no plan can name is refused", async () => {
  const answer = await api.ask("POST", "/raffles", raffleBody({ drawDate: "9999-12-31T23:59:59.5Z" }));
  expect(answer).toMatchObject({ status: 422, body: { errors: { drawDate: expect.anything() } } });
});

test("a raffle that was drawn otherwise does not lock by itself because its organiser edits it", async () => {
  const raffle = await closedRaffle();
  await pool.query("update raffles set lock_at = null where id = $1", [raffle.id]);
  const edit = (body: object) => api.ask("PATCH", `/raffles/${raffle.id}`, body, raffle.headers);
  expect(await edit({ version: 1, details: "Another text" })).toMatchObject({ status: 200 });
  expect(await lockAtOf(raffle)).toBeNull();
  expect(await edit({ version: 2, drawDate: "2130-01-01T00:00:00Z" })).toMatchObject({ status: 200 });
  expect(await lockAtOf(raffle)).toEqual(new Date("2129-12-31T23:00:00Z"));
});

test("a site whose clock is slow locks by the database's: the randomness is never older than the list", async () => {
  const raffle = await closedRaffle();
  const before = Date.now();
  const clock = () => new Date(Date.now() - 3_600_000);
  const scope = { raffleId: raffle.id, actor: "site" } as const;
  expect(await lockList({ ...site, clock, chain: QUICKNET }, scope)).toMatchObject({ ok: true });
  const { lockedAt } = (await findDraw(db, raffle.id))?.published.lock ?? {};
  expect(Date.parse(lockedAt ?? "")).toBeGreaterThanOrEqual(before);
});

test("while a list is being locked, nobody waits for it with a connection", async () => {
  const raffle = await closedRaffle();
  const scope = { raffleId: raffle.id, actor: "site" } as const;
  await inTransaction(db, async (tx) => {
    await tx.selectFrom("raffles").select("id").where("id", "=", raffle.id).forUpdate().execute();
    const changed = await inTransaction(db, async (other) => {
      await sql`set local lock_timeout = 0`.execute(other);
      return holdUnlocked(other, raffle.id, { by: "shop" });
    });
    expect(changed).toMatchObject({ ok: false, refusal: { reason: "list-locked" } });
  });

  let first: ReturnType<typeof lockList> | undefined;
  await inTransaction(db, async (tx) => {
    await holdUnlocked(tx, raffle.id, { by: "shop" });
    first = lockList({ ...site, chain: QUICKNET }, scope);
    await expect.poll(() => waitingForLocks(pool)).toBe(1);
    const again = await lockList({ ...site, chain: QUICKNET }, scope);
    expect(again).toMatchObject({ ok: false, refusal: { reason: "list-locked" } });
  });
  expect(await first).toMatchObject({ ok: true });
});

test("a list that nobody is in play of is tried ten times in an hour, and then for a puzzle", async () => {
  const raffle = await api.createRaffle();
  await api.enter(raffle);
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  const headers = asOrganiser(raffle.codeId, raffle.accessCode);
  const lock = async () => (await api.ask("POST", `/raffles/${raffle.id}/draw/lock`, undefined, headers)).body.code;
  for (let tries = 1; tries <= 10; tries += 1) expect(await lock()).toBe("nobody-in-play");
  expect(await lock()).toBe("challenge-required");
});
