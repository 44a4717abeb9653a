import { expect, test } from "vitest";
import { newId } from "#src/base/ids.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import { leafHash, rootFromProof } from "#src/tlog/format/merkle.ts";
import { asOrganiser, entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { QUICKNET } from "../protocol/beacon/chains.ts";
import { sealOf, type Ticket } from "../protocol/list/ticket.ts";
import type { SignedLock } from "../protocol/transcript.ts";
import { verifyDraw } from "../protocol/verify/verify.ts";
import { findDraw } from "../read.ts";
import { readShow } from "../show/read.ts";
import { entryKey } from "./entry-key.ts";
import { LINES_PER_PART } from "./list-parts.ts";
import { createListSearch } from "./list-search.ts";
import { lockList } from "./lock-list.ts";

const { database, site, ...api } = await openTestApi();
const { db, pool } = database;

/** A raffle whose due date has passed after these entries came. */
async function closedRaffle(entries: readonly Record<string, unknown>[], changes: Record<string, unknown> = {}) {
  const raffle = await api.createRaffle(changes);
  const codes: string[] = [];
  for (const entry of entries) codes.push(await api.enter(raffle, entry));
  await close(raffle);
  return { raffle, codes, headers: asOrganiser(raffle.codeId, raffle.accessCode) };
}

async function close({ id }: Pick<TestRaffle, "id">): Promise<void> {
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [id]);
}

const allRules = (raffle: TestRaffle) => raffle.rules.map(({ id }) => id);

async function published(raffle: Pick<TestRaffle, "id">): Promise<SignedLock> {
  return (await api.ask("GET", `/raffles/${raffle.id}/draw`)).body as unknown as SignedLock;
}

async function listFile(raffle: Pick<TestRaffle, "id">): Promise<string> {
  return (await api.send("GET", `/raffles/${raffle.id}/draw/tickets`)).text();
}

test("a locked list holds every entry, and passes its own verifier", async () => {
  const raffle = await api.createRaffle();
  const [ham, queso] = ["HAM", "QUESO"].map((code) => raffle.prizes.find(({ prizeCode }) => prizeCode === code)?.id);
  const body = entryBody({ rules: allRules(raffle), wishes: [{ prizeId: queso }, { prizeId: ham }] });
  const first = await api.enter(raffle, body);
  await api.enter(raffle, { wishes: [{ prizeId: ham }] });
  await close(raffle);
  const headers = asOrganiser(raffle.codeId, raffle.accessCode);
  const locked = await api.ask("POST", `/raffles/${raffle.id}/draw/lock`, undefined, headers);
  expect(locked).toMatchObject({ status: 201, body: { lockHash: expect.stringMatching(/^[0-9a-f]{64}$/) } });

  expect(await findDraw(site.db, raffle.codeId)).toMatchObject({ out: { rules: 1, disqualified: 0 } });
  expect(await readShow(site.db, raffle.codeId)).toMatchObject({ locked: { tickets: 2, inPlay: 1 } });
  const [transcript, list] = [await published(raffle), await listFile(raffle)];
  const lines = list
    .split("\n")
    .slice(0, -1)
    .map((line): Ticket => JSON.parse(line));
  expect(lines).toMatchObject([
    { ticket: 1, chances: 1, out: "", wishes: ["HAM", "QUESO"] },
    { ticket: 2, chances: 0, out: "rules", wishes: ["HAM"] },
  ]);
  const { rows } = await pool.query("select id from entries where entry_code = $1", [first]);
  const key = entryKey(site.secret, { raffleId: raffle.id, entryId: rows[0].id });
  const mine = { email: String(body.email), entryCode: first, key, raffle: raffle.codeId };
  expect(lines[0]?.seal).toBe(sealOf(mine));
  const lockHash = String(locked.body.lockHash);
  const input = { transcript, list: [Buffer.from(list)], lockHash, siteKey: transcript.siteKey, mine };
  expect(await verifyDraw(input, { now: Date.now() / 1000 })).toMatchObject({
    value: { transcript: "not-drawn-yet", fixedBefore: "known", ticket: { ticket: 1 } },
  });
  const locks = await (await api.send("GET", "/locks")).text();
  expect(
    locks
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toContainEqual(expect.objectContaining({ raffle: raffle.codeId, lockHash, tickets: 2, drawnAt: null }));
});

test("a list cannot be locked before the due date, without anybody in play, or twice", async () => {
  const { raffle, headers } = await closedRaffle([{}]);
  const lock = () => api.ask("POST", `/raffles/${raffle.id}/draw/lock`, undefined, headers);
  expect((await lock()).body).toMatchObject({ code: "nobody-in-play" });
  expect(await published(raffle)).toMatchObject({ code: "list-unlocked" });
  expect((await pool.query("select from draw_list_parts where raffle_id = $1", [raffle.id])).rowCount).toBe(0);

  await pool.query("update raffles set due_date = now() + interval '1 hour' where id = $1", [raffle.id]);
  await api.enter(raffle, { rules: allRules(raffle) });
  expect((await lock()).body).toMatchObject({ code: "raffle-open" });
  await close(raffle);
  expect((await lock()).status).toBe(201);
  expect((await lock()).body).toMatchObject({ code: "list-locked" });
});

test("after the lock everything that matters is refused, and what does not may change", async () => {
  const raffle = await api.createRaffle();
  const code = await api.enter(raffle, { rules: allRules(raffle) });
  await close(raffle);
  const headers = asOrganiser(raffle.codeId, raffle.accessCode);
  expect((await api.ask("POST", `/raffles/${raffle.id}/draw/lock`, undefined, headers)).status).toBe(201);
  const before = await listFile(raffle);
  const refused = { status: 409, body: { code: "list-locked" } };
  const edit = (body: object) => api.ask("PATCH", `/raffles/${raffle.id}`, { version: 1, ...body }, headers);
  expect(await edit({ drawDate: "2130-01-01T00:00:00Z" })).toMatchObject(refused);
  expect(await edit({ dueDate: new Date(Date.now() + 3_600_000).toISOString() })).toMatchObject(refused);
  expect(await edit({ prizes: [] })).toMatchObject(refused);
  expect(await edit({ rules: [] })).toMatchObject(refused);
  expect(await edit({ reserves: 9 })).toMatchObject(refused);
  expect(await edit({ details: "Another text" })).toMatchObject(refused);
  expect(await edit({ shopName: "Another shop" })).toMatchObject(refused);
  expect(await api.ask("PATCH", `/entries/${code}`, { firstName: "Eva" }, headers)).toMatchObject(refused);
  expect(await api.ask("DELETE", `/entries/${code}`, undefined, headers)).toMatchObject(refused);
  expect(await api.ask("DELETE", `/raffles/${raffle.id}`, undefined, headers)).toMatchObject(refused);
  expect(await edit({ status: "Unpublished", shopContact: "0917 555 0199" })).toMatchObject({ status: 200 });
  expect(await listFile(raffle)).toBe(before);
});

test("an entry finds its ticket and proves that it is in, in lists of any number of parts", async () => {
  // One search for all of them: what it remembers of one list is not taken for another's.
  const findInList = createListSearch();
  for (const entries of [1, LINES_PER_PART, LINES_PER_PART + 1, 2 * LINES_PER_PART + 700]) {
    const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
    await pool.query(
      `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
         terms_accepted_at, submission_hash, created_at)
       select $1, gen_random_uuid(), translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ABCDEFGHIJKLMNOP'),
         'A', 'B', 'C', '+63917' || n, '+63917' || lpad(n::text, 7, '0'), 'a' || n || '@example.com', 'a' || n || '@example.com',
         now(), sha256(n::text::bytea), now() - n * interval '1 millisecond' from generate_series(1, $2::int) as n`,
      [raffle.id, entries],
    );
    await close(raffle);
    const headers = asOrganiser(raffle.codeId, raffle.accessCode);
    expect((await api.ask("POST", `/raffles/${raffle.id}/draw/lock`, undefined, headers)).status).toBe(201);
    const { lock } = await published(raffle);
    const { rows } = await pool.query(
      "select id, row_number() over (order by created_at, id)::int as ticket from entries where raffle_id = $1",
      [raffle.id],
    );
    for (const { id, ticket } of [rows[0], rows.at(-1), rows[Math.floor(rows.length / 2)], rows[LINES_PER_PART - 1]]) {
      const found = await findInList(db, { raffleId: raffle.id, entryId: id });
      expect(found?.ticket).toBe(ticket);
      expect(await createListSearch()(db, { raffleId: raffle.id, entryId: id })).toEqual(found);
      expect(await findInList(db, { raffleId: newId(), entryId: id })).toBeNull();
      const proof = (found?.proof ?? []).map((hash) => Buffer.from(hash, "hex"));
      const leaf = leafHash(Buffer.from(found?.line ?? ""));
      const root = rootFromProof(leaf, { index: ticket - 1, size: entries }, proof);
      expect(Buffer.from(root ?? []).toString("hex")).toBe(lock.root);
      if (entries === 1) break;
    }
  }
});

test("of several processes that lock a list at once, one does", async () => {
  const raffle = await api.createRaffle();
  await api.enter(raffle, { rules: allRules(raffle) });
  await close(raffle);
  const others = [1, 2, 3, 4].map(() => connectDatabase({ connectionString: database.connectionString }));
  const scope = { raffleId: raffle.id, actor: "site" } as const;
  const outcomes = await Promise.all(
    others.map(({ db: own }) => lockList({ ...site, db: own, chain: QUICKNET }, scope)),
  );
  await Promise.all(others.map((one) => one.close()));
  expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, false, false, true]);
});

test("a change of an entry that races the lock is in the list, or is refused", async () => {
  const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
  await api.enter(raffle);
  await close(raffle);
  const scope = { raffleId: raffle.id, actor: "site" } as const;
  let locking: ReturnType<typeof lockList> | undefined;
  const held = await inTransaction(db, async (tx) => {
    const outcome = await holdUnlocked(tx, raffle.id, { by: "shop" });
    locking = lockList({ ...site, chain: QUICKNET }, scope);
    await expect.poll(() => waitingForLocks(pool)).toBeGreaterThan(0);
    await tx.updateTable("entries").set({ disqualifiedFor: "Twice" }).where("raffleId", "=", raffle.id).execute();
    return outcome;
  });
  expect(held.ok).toBe(true);
  // The change came first: it waited for nobody, and the list, whose only entry it took out, has nobody in play.
  expect(await locking).toMatchObject({ ok: false, refusal: { reason: "nobody-in-play" } });

  await pool.query("update entries set disqualified_for = null where raffle_id = $1", [raffle.id]);
  expect(await lockList({ ...site, chain: QUICKNET }, scope)).toMatchObject({ ok: true });
  expect(await inTransaction(db, (tx) => holdUnlocked(tx, raffle.id, { by: "shop" }))).toMatchObject({ ok: false });
});
