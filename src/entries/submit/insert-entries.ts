import { CompiledQuery } from "kysely";
import { booleanArray, byteaArray, jsonbArray, textArray, uuidArray } from "#src/db/binary-arrays.ts";
import type { Database } from "#src/db/connect.ts";
import { isSharded } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { PERSON_FIELD_NAMES, PERSON_FIELDS, type PersonField } from "../fields.ts";
import { insertInShard } from "./insert-in-shard.ts";
import type { Submission } from "./submission.ts";

type Submissions = readonly Submission[];
type PersonColumn = (typeof PERSON_FIELDS)[PersonField]["column"];

/** Each column that a submission fills: its type in the statement, and its values as one binary array. */
type SentColumn = { readonly type: string; readonly valuesOf: (submissions: Submissions) => Buffer };

const text = (valueFrom: (one: Submission) => string | null): SentColumn => ({
  type: "text",
  valuesOf: (submissions) => textArray(submissions.map(valueFrom)),
});
const uuid = (valueFrom: (one: Submission) => string): SentColumn => ({
  type: "uuid",
  valuesOf: (submissions) => uuidArray(submissions.map(valueFrom)),
});
const bytes = (hexOf: (one: Submission) => string | null): SentColumn => ({
  type: "bytea",
  valuesOf: (submissions) => byteaArray(submissions.map(hexOf)),
});
const flag = (valueFrom: (one: Submission) => boolean): SentColumn => ({
  type: "boolean",
  valuesOf: (submissions) => booleanArray(submissions.map(valueFrom)),
});

const SENT_COLUMNS = {
  raffle_id: uuid((one) => one.raffleId),
  id: uuid((one) => one.id),
  entry_code: text((one) => one.entryCode),
  ...(Object.fromEntries(
    PERSON_FIELD_NAMES.map((name) => [PERSON_FIELDS[name].column, text((one) => one[name])]),
  ) as Record<PersonColumn, SentColumn>),
  phone_key: text((one) => one.phoneKey),
  email_key: text((one) => one.emailKey),
  mailbox: text((one) => one.mailbox),
  source: text((one) => one.source),
  // `unnest` would make one list of an array of arrays: each is sent as its text.
  done_rules: text((one) => `{${one.doneRules.join()}}`),
  wishes: {
    type: "jsonb",
    valuesOf: (submissions) => jsonbArray(submissions.map((one) => JSON.stringify(one.wishes))),
  },
  promotions: flag((one) => one.promotions),
  named_by_ticket: flag((one) => one.namedByTicket),
  network_hash: bytes((one) => one.networkHash),
  device_hash: bytes((one) => one.deviceHash),
  submission_hash: bytes((one) => one.submissionHash),
  language: text((one) => one.language),
} satisfies Record<string, SentColumn>;

const COLUMNS = Object.entries<SentColumn>(SENT_COLUMNS);
/** With what few raffles have: ticks that wait for the shop, and links that invite others. */
const ALL_COLUMNS = [
  ...COLUMNS,
  ["claimed_rules", text((one) => `{${one.claimedRules.join()}}`)] satisfies [string, SentColumn],
  ["invited_by", text((one) => one.invitedBy)] satisfies [string, SentColumn],
];
/** How the statement stores a column; most as they were sent. */
const STORED: Readonly<Record<string, string>> = {
  done_rules: "s.done_rules::uuid[]",
  claimed_rules: "s.claimed_rules::uuid[]",
  invited_by: "s.invited_by::uuid",
  mailbox: "case when open.entries_per_mailbox = 'one' then s.mailbox end",
};

/**
 * A statement, made once of this file's constants: making it for each batch took as long as two entries. Its values
 * are the raffles, the submissions without a receipt, how many there are, and an array for each column. It answers with
 * one row, and names entries only where some were refused: a row for each took a twentieth of the time. An `unnest` for
 * each column, side by side in the select list, gives a row for each place; one with all arrays copies each of them
 * aside before it makes rows.
 */
const insertStatement = (name: string, columns: typeof COLUMNS) => `-- prepared: ${name}
  with open as materialized (
    -- Holds off the lock of the list, as holdUnlocked() does; after a wait, the conditions are checked again.
    select id, entries_per_mailbox from raffles where id = any($1::uuid[]) and now() <= due_date and locked_at is null for key share
  ), inserted as (
    insert into entries (${columns.map(([name]) => name).join(", ")}, terms_accepted_at, created_at, updated_at)
    select ${columns.map(([name]) => STORED[name] ?? `s.${name}`).join(", ")}, now(), now(), now()
    from (select ${columns.map(([name, { type }], place) => `unnest($${place + 4}::${type}[]) as ${name}`).join(", ")}) as s
    join open on open.id = s.raffle_id
    order by s.raffle_id, s.phone_key, s.email_key
    on conflict do nothing
    returning raffle_id, id
  ), requested as (
    insert into receipt_requests (raffle_id, entry_ids)
    select raffle_id, array_agg(id) from inserted where id <> all($2::uuid[]) group by raffle_id
  )
  select count(*) as stored, now() as "storedAt", case when count(*) < $3::int then array_agg(id) end as ids
  from inserted`;
const INSERT_ENTRIES = insertStatement("insert-entries", COLUMNS);
const INSERT_ALL_COLUMNS = insertStatement("insert-entries-all-columns", ALL_COLUMNS);

/**
 * Stores many submissions with one statement; each is accepted or refused separately.
 *
 * Receipts by mail are only requested here, with one row per raffle, since a rush has thousands.
 *
 * The database enforces uniqueness. A submission whose phone, e-mail or code is taken inserts nothing;
 * `outcomesOf` then finds the reason.
 *
 * @param db a transaction, or a database for this one statement
 * @returns when each stored submission was stored, by its id
 */
export async function insertEntries(
  db: Transaction | Database,
  submissions: Submissions,
): Promise<ReadonlyMap<string, Date>> {
  if (isSharded(db)) return insertByRaffle(db, submissions);
  const withoutReceipt = submissions.filter(({ receipt }) => !receipt).map(({ id }) => id);
  const raffleIds = [...new Set(submissions.map(({ raffleId }) => raffleId))];
  const hasMore = submissions.some(({ claimedRules, invitedBy }) => claimedRules.length > 0 || invitedBy !== null);
  const columns = hasMore ? ALL_COLUMNS : COLUMNS;
  const { rows } = await db.executeQuery<{ stored: number; storedAt: Date; ids: string[] | null }>(
    CompiledQuery.raw(hasMore ? INSERT_ALL_COLUMNS : INSERT_ENTRIES, [
      ...[uuidArray(raffleIds), uuidArray(withoutReceipt), submissions.length],
      ...columns.map(([, { valuesOf }]) => valuesOf(submissions)),
    ]),
  );
  const [{ stored = 0, storedAt = new Date(0), ids = null } = {}] = rows;
  const storedIds = stored === submissions.length ? submissions.map(({ id }) => id) : (ids ?? []);
  return new Map(storedIds.map((id) => [id, storedAt]));
}

/** The same in a sharded database: the entries of each raffle are one transaction, of a worker. */
async function insertByRaffle(db: Transaction | Database, submissions: Submissions): Promise<Map<string, Date>> {
  const groups = [...Map.groupBy(submissions, ({ raffleId }) => raffleId)];
  const insert = (raffleId: string, group: Submissions) => (tx: Transaction) => insertInShard(tx, raffleId, group);
  const stored = await Promise.all(
    groups.map(([raffleId, group]) =>
      db.isTransaction ? insert(raffleId, group)(db as Transaction) : inTransaction(db, insert(raffleId, group)),
    ),
  );
  return new Map(stored.flatMap((each) => [...each]));
}
