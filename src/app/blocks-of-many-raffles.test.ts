import { expect, test } from "vitest";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { selectLongestOverdue } from "#src/draws/drawing/draw-due-raffles.ts";
import { listPastDraws } from "#src/draws/past-draws.ts";
import { countUnsentMails } from "#src/mail/read.ts";
import { publishNextPlanned } from "#src/raffles/lifecycle/publish.ts";
import { countEntriesOf } from "#src/raffles/lists/account-raffles.ts";
import { readPrizeNames } from "#src/raffles/lists/prize-names.ts";
import { listComingRaffles, listNewestRaffles } from "#src/raffles/lists/published.ts";
import { publishedRafflesAfter } from "#src/raffles/lists/published-after.ts";
import { findRaffle, findRaffleId, knownUntil, listPublishedRaffles, readMarks } from "#src/raffles/read.ts";
import { announceClosed, takeTurns } from "#src/webhooks/feed.ts";
import { blocksRead } from "../../tests/support/blocks-read.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

const RAFFLES = 10_000;
/** Of these raffles, so alike, a scan reads 450. */
const MOST_BLOCKS = 300;

const { database, ...api } = await openTestApi();
const { pool, connectionString } = database;

test("among ten thousand raffles what pages and polls ask most reads few blocks", async () => {
  const { id, codeId } = await api.createRaffle();
  const client = await pool.connect();
  // Triggers would look at each copy.
  await client.query("set session_replication_role = replica");
  await client.query(
    `create temp table made as select n, gen_random_uuid() as id from generate_series(1, ${RAFFLES}) n`,
  );
  await client.query(
    `insert into raffles select (jsonb_populate_record(r, jsonb_build_object(
       'id', made.id, 'code_id', upper(lpad(to_hex(n), 8, '0')),
       'due_date', now() + make_interval(mins => case when n % 4 = 0 then n else -n end)))).*
     from raffles r, made where r.id = '${id}'`,
  );
  await client.query(
    `insert into prizes select (jsonb_populate_record(p, jsonb_build_object('raffle_id', made.id, 'id', gen_random_uuid()))).*
     from prizes p, made where p.raffle_id = '${id}'`,
  );
  await client.query("reset session_replication_role");
  await client.query("vacuum analyze");
  client.release();

  const clock = () => new Date();
  const statements: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
    "a raffle by its code": (db) => findRaffle(db, codeId),
    "a raffle's id": (db) => findRaffleId(db, codeId),
    "a raffle's marks": (db) => readMarks(db, id),
    "prizes on cards": (db) => readPrizeNames(db, [id]),
    "entries on cards": (db) => countEntriesOf(db, [id]),
    "the public list": (db) => listPublishedRaffles(db, 1),
    "the public list from a place": (db) => publishedRafflesAfter(db, null),
    "how long the list is right": (db) => knownUntil(db),
    "the feed of raffles": (db) => listNewestRaffles(db),
    "the calendar": (db) => listComingRaffles(db),
    "past draws": (db) => listPastDraws(db, 1, clock()),
    "the poll of draws": (db) => selectLongestOverdue(clock(), "chain", []).execute(db),
    "the poll of planned raffles": (db) => publishNextPlanned({ db, clock }),
    "the poll of webhooks": (db) => inTransaction(db, (tx) => takeTurns(tx)),
    "the poll of closed raffles": (db) => inTransaction(db, (tx) => announceClosed(tx)),
    "waiting mails": (db) => countUnsentMails(db),
  };
  const read: Record<string, number> = {};
  for (const [name, statement] of Object.entries(statements)) {
    read[name] = await blocksRead(connectionString, undefined, statement);
  }
  expect(Object.entries(read).filter(([, blocks]) => blocks > MOST_BLOCKS)).toEqual([]);
});
