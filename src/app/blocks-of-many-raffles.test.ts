import { expect, test } from "vitest";
import { findRaffleSecrets } from "#src/access/find-secrets.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { selectLongestOverdue } from "#src/draws/drawing/draw-due-raffles.ts";
import { listPastDraws } from "#src/draws/past-draws.ts";
import { listLocks } from "#src/draws/read.ts";
import { eraseNextBatch } from "#src/entries/retention/retention.ts";
import { countUnsentMails, findMailFailures } from "#src/mail/read.ts";
import { takeWaiting } from "#src/mail/write.ts";
import { findPlanned } from "#src/raffles/lifecycle/publish.ts";
import { countEntriesOf } from "#src/raffles/lists/account-raffles.ts";
import { searchRaffles } from "#src/raffles/lists/organiser-lists.ts";
import { readPrizeNames } from "#src/raffles/lists/prize-names.ts";
import {
  countPublishedParts,
  listComingRaffles,
  listDrawnRaffles,
  listNewestRaffles,
  readPublishedPart,
} from "#src/raffles/lists/published.ts";
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
       'due_date', now() + make_interval(mins => case when n % 4 = 0 then n else -n end),
       'draw_date', now() + make_interval(mins => case when n % 4 = 0 then n + 1 else 1 - n end),
       'locked_at', case when n % 4 = 1 then now() end, 'drawn_at', case when n % 4 = 1 then now() end,
       'announced_at', case when n % 4 = 1 then now() end))).*
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
  // A place in the last tenth of the past draws.
  const { rows } = await pool.query<{ place: string }>(
    `select (extract(epoch from draw_date) * 1000000)::bigint || '.' || id as place from raffles
     where draw_date < now() order by draw_date limit 1 offset ${RAFFLES / 20}`,
  );
  const late = rows[0]?.place ?? "";
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
    "past draws": (db) => listPastDraws(db, null, clock()),
    "past draws from a place": (db) => listPastDraws(db, late, clock()),
    "the feed of draws": (db) => listDrawnRaffles(db),
    "published locks": (db) => listLocks(db, 50, null),
    "the sitemap's parts": (db) => countPublishedParts(db),
    "the sitemap's last part": (db) => readPublishedPart(db, RAFFLES / 1000),
    "the desk's search by code": (db) => searchRaffles(db, codeId, 1),
    "the desk's list, far down": (db) => searchRaffles(db, "", 400),
    "what proves an organiser": (db) => findRaffleSecrets(db, codeId),
    "erasure's next raffle": (db) => eraseNextBatch({ db, clock }, 10),
    "the poll of mails": (db) => inTransaction(db, (tx) => takeWaiting(tx, 100)),
    "mails that failed": (db) => findMailFailures(db, clock()),
    "the poll of draws": (db) => selectLongestOverdue(clock(), "chain", []).execute(db),
    "the poll of planned raffles": (db) => findPlanned({ db, clock }, []),
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
