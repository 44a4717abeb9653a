import { afterAll, expect, it, test } from "vitest";
import { createNotifications } from "#src/db/notifications.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { EVERY_ENTRY } from "#src/entries/lists/filter.ts";
import { listEntries } from "#src/entries/lists/organiser-list.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { queueReceipts } from "#src/entries/mails/receipts.ts";
import { deleteUnenteredRaffles } from "#src/entries/retention/unentered-raffles.ts";
import { sendFailedAgain, takeWaiting } from "#src/mail/write.ts";
import { asOrganiser, createTestApi, entryBody, type TestApi, type TestRaffle } from "../../tests/support/api.ts";
import { createTestDatabase } from "../../tests/support/database.ts";

// Each action is done in a plain database and in one that counts as sharded: no triggers, statements for one raffle,
// and each of them read as Citus' planner does. Both have to say the same.
const plain = await createTestDatabase({ sharded: false });
const sharded = await createTestDatabase({ sharded: true });
afterAll(() => Promise.all([plain.close(), sharded.close()]));
const SITES = [
  { name: "plain", database: plain, api: createTestApi(plain.db) },
  { name: "sharded", database: sharded, api: createTestApi(sharded.db) },
] as const;

type Site = (typeof SITES)[number];

const PERSON = { firstName: "Ana", lastName: "Peña", phone: "0917 123 4567", email: "ana@example.com" };

function submit(api: TestApi, raffle: TestRaffle, body: Record<string, unknown>) {
  return api.ask("POST", `/raffles/${raffle.id}/entries`, body);
}

async function indexAll({ database: { db } }: Site): Promise<void> {
  while ((await indexNextEntries(db)).changes > 0);
}

async function listed({ database: { db } }: Site, raffle: TestRaffle, fragment = "") {
  const scope = { raffleId: raffle.id, actor: "test", accessCodeHash: Buffer.alloc(0) } as never;
  const query = { fragment, withSource: true, filter: EVERY_ENTRY, order: "name", after: null, before: null } as const;
  const { entries, total, valid } = await listEntries(db, scope, query);
  return { names: entries.map(({ firstName, lastName }) => `${lastName}, ${firstName}`), total, valid };
}

test("entering says the same: stored, stored before, and why not", async () => {
  const answers = await Promise.all(
    SITES.map(async ({ api, database }) => {
      const [raffle, other, closed] = [await api.createRaffle(), await api.createRaffle(), await api.createRaffle()];
      await database.pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [closed.id]);
      const body = entryBody({ ...PERSON, entryCode: "ABCDEFGH" });
      const crowd = await Promise.all(
        [raffle, other].flatMap((one) => Array.from({ length: 8 }, () => submit(api, one, entryBody()))),
      );
      const asked = [
        await submit(api, raffle, body),
        await submit(api, raffle, body),
        await submit(api, raffle, { ...body, entryCode: "HGFEDCBA", email: "other@example.com" }),
        await submit(api, raffle, { ...body, entryCode: "HGFEDCBA", phone: "0917 765 4321" }),
        await submit(api, raffle, { ...body, entryCode: "HGFEDCBA" }),
        await submit(api, raffle, { ...entryBody(), entryCode: "ABCDEFGH" }),
        await submit(api, other, body),
        await submit(api, closed, entryBody()),
      ];
      const { rows } = await database.pool.query("select count(*)::int as entries from entries");
      return {
        crowd: crowd.map(({ status }) => status),
        asked: asked.map(({ status, body: { code, errors } }) => ({ status, code, errors })),
        rows,
      };
    }),
  );
  expect(answers[0]?.crowd).toEqual(Array(16).fill(201));
  expect(answers[0]?.asked.map(({ status }) => status)).toEqual([201, 201, 409, 409, 409, 409, 201, 409]);
  expect(answers[1]).toEqual(answers[0]);
});

it("finds, counts and changes entries, and forgets erased ones, without any trigger", async () => {
  const seen = await Promise.all(
    SITES.map(async (site) => {
      const { api } = site;
      const raffle = await api.createRaffle();
      const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
      const code = await api.enter(raffle, PERSON);
      const gone = await api.enter(raffle, { lastName: "Abad" });
      const fresh = await listed(site, raffle);
      await indexAll(site);
      const indexed = [await listed(site, raffle), await listed(site, raffle, "pena")];
      await api.send("PATCH", `/entries/${code}`, { lastName: "Zamora" }, organiser);
      await api.send("DELETE", `/entries/${gone}`, undefined, organiser);
      const pending = await listed(site, raffle);
      await indexAll(site);
      const after = [
        await listed(site, raffle),
        await listed(site, raffle, "abad"),
        await listed(site, raffle, "zamora"),
      ];
      const { rows } = await site.database.pool.query(
        `select (select count(*)::int from entry_search where raffle_id = $1) as copies,
           (select sum(entries)::int from entry_tick_counts where raffle_id = $1) as counted`,
        [raffle.id],
      );
      return { fresh, indexed, pending, after, rows };
    }),
  );
  expect(seen[0]?.after[2]?.names).toEqual(["Zamora, Ana"]);
  expect(seen[0]?.rows).toEqual([{ copies: 1, counted: 1 }]);
  expect(seen[1]).toEqual(seen[0]);
});

it("makes receipts of all raffles, once each, and jobs of them", async () => {
  const made = await Promise.all(
    SITES.map(async ({ api, database: { db, pool } }) => {
      await pool.query("delete from mails; delete from receipt_requests");
      for (let left = 3; left > 0; left -= 1) await api.enter(await api.createRaffle());
      const notes = await inTransaction(db, (tx) => queueReceipts(tx, "waiting"));
      const again = await inTransaction(db, (tx) => queueReceipts(tx, "waiting"));
      const taken = await inTransaction(db, (tx) => takeWaiting(tx, 2));
      const rest = await inTransaction(db, (tx) => takeWaiting(tx, 10));
      await pool.query("update mails set state = 'failed'");
      const failed = await inTransaction(db, (tx) => sendFailedAgain(tx, 10));
      const places = new Set([...taken, ...rest].map(({ mailId }) => mailId));
      return { notes, again, taken: taken.length, rest: rest.length, failed, places: places.size };
    }),
  );
  expect(made[0]).toEqual({ notes: 3, again: 0, taken: 2, rest: 1, failed: 3, places: 3 });
  expect(made[1]).toEqual(made[0]);
});

it("tells all processes of a changed raffle, and of one that goes", async () => {
  const replies = await Promise.all(
    SITES.map(async ({ api, database }) => {
      const notifications = createNotifications({
        connectionString: database.connectionString,
        onLostConnection: () => undefined,
      });
      const names: string[] = [];
      notifications.subscribe("raffle_changes", (payload) => names.push(payload ?? "anything"));
      await expect.poll(() => notifications.isListeningTo("raffle_changes")).toBe(true);
      const raffle = await api.createRaffle();
      const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
      const name = `${raffle.id} ${raffle.codeId}`;
      await expect.poll(() => names.filter((one) => one === name).length).toBe(1);
      await api.send("PATCH", `/raffles/${raffle.id}`, { version: 1, name: "Another name" }, organiser);
      await expect.poll(() => names.filter((one) => one === name).length).toBe(2);
      await api.send("DELETE", `/raffles/${raffle.id}`, undefined, organiser);
      await expect.poll(() => names.filter((one) => one === name).length).toBe(3);
      await notifications.close();
      const { rows } = await database.pool.query("select code from retired_codes where code = $1", [raffle.codeId]);
      return rows.length;
    }),
  );
  expect(replies).toEqual([1, 1]);
});

it("deletes forgotten raffles that nobody entered, and no others", async () => {
  const left = await Promise.all(
    SITES.map(async ({ api, database: { db, pool } }) => {
      const [empty, entered] = [await api.createRaffle(), await api.createRaffle()];
      await api.enter(entered);
      const before =
        "update raffles set due_date = d.at, draw_date = d.at, updated_at = d.at from (select now() - interval '3 years' as at) as d where id = any ($1)";
      await pool.query(before, [[empty.id, entered.id]]);
      const deleted = await deleteUnenteredRaffles({ db, clock: api.site.clock });
      const { rows } = await pool.query("select id from raffles where id = any ($1)", [[empty.id, entered.id]]);
      return { deleted, entered: rows.map(({ id }) => id === entered.id) };
    }),
  );
  expect(left[0]).toEqual({ deleted: 1, entered: [true] });
  expect(left[1]).toEqual(left[0]);
});
