import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newId, SITE_ID } from "#src/base/ids.ts";
import { createEmptyDatabase, createTestDatabase } from "../../tests/support/database.ts";
import { migrate } from "./migrate.ts";
import { LOCAL_TABLES, REFERENCE_TABLES, SHARDED_BY } from "./sharding/tables.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");

/** The other tables, which a sharded database does not split, and what each of their rows represents. */
const NOT_GROWING: Record<string, string> = {
  api_tokens: "a program of an account: twenty an account at most",
  claim_news: "a raffle of an account, of whose winners there was news",
  claim_settings: "a raffle whose organiser said how prizes are claimed",
  closed_mails: "a raffle of an account that has closed",
  draw_locks: "a raffle whose list is locked",
  draw_mailings: "what the entrants of a raffle are mailed about its draw",
  draw_results: "a raffle that was drawn",
  draw_shows: "a raffle whose show has begun",
  events: "an event",
  idempotent_answers: "an answer of the API that may be asked for again within a day",
  guess_tallies: "whoever tried a wrong code or password within a day",
  list_checks: "a raffle whose list was checked before its lock",
  log_cosignatures: "a witness, and a lock",
  log_draws: "a lock, a draw, a replacement of a winner",
  log_head: "one row",
  log_leaves: "grows, but a log has one order for all raffles: it stays on the coordinator",
  log_tiles: "a 256th of the leaves",
  log_witnesses: "another site",
  witnessed_logs: "another site",
  mail_stops: "an address that wants no mail which others can have sent to it",
  news: "something that an admin wrote",
  news_refusals: "an address that wants no more news, of whatever raffles",
  plan_changes: "an organiser's change of a draw's plan",
  prizes: "a prize: a hundred a raffle at most",
  push_notices: "a raffle whose browsers are to be sent something within minutes",
  raffle_banners: "a raffle with a banner",
  raffle_helpers: "somebody who helps in a shop: some dozens a raffle",
  raffle_invitations: "somebody who was invited to a raffle within a week: some dozens a raffle",
  raffle_members: "an account that organises a raffle: some dozens a raffle",
  raffle_pictures: "a picture of a shop or a prize, in one width: some dozens a raffle",
  raffles: "a raffle",
  replacement_announcements: "what an organiser announces of a winner",
  retired_codes: "a code of a raffle or an event that is gone",
  rules: "a rule: a hundred a raffle at most",
  schema_migrations: "a migration",
  site_settings: "the whole site: one row",
  user_backup_codes: "a code for an account whose phone is lost",
  user_credentials: "an account's way to sign in",
  user_second_factors: "an account with a second factor",
  user_sessions: "a browser that is signed in to an account",
  user_verifications: "a link that an account was sent",
  users: "an account: entrants have none",
  webhook_endpoints: "an address that is told of a raffle: five a raffle at most",
};

/** Every unique index or exclusion constraint of the tables, by its key columns. */
const UNIQUE = `
  select relname as "table", indexes.name,
    array(select attname::text from unnest(indexes.columns) as place (n)
      join pg_attribute on attrelid = indexes.indrelid and attnum = n) as columns
  from (
    select indrelid, indexrelid::regclass::text as name, (indkey::int2[])[0:indnkeyatts - 1] as columns
    from pg_index where indisunique or indisexclusion
  ) as indexes
  join pg_class on pg_class.oid = indrelid
  where relnamespace = 'public'::regnamespace
  order by 1, 2`;

/** References from one table to another, by the columns on both sides. */
const REFERENCES = `
  select conname as name, from_table.relname as "from", to_table.relname as "to",
    array(select a.attname || ' = ' || b.attname from unnest(conkey, confkey) as pair (here, there)
      join pg_attribute as a on a.attrelid = conrelid and a.attnum = here
      join pg_attribute as b on b.attrelid = confrelid and b.attnum = there) as pairs
  from pg_constraint
  join pg_class as from_table on from_table.oid = conrelid
  join pg_class as to_table on to_table.oid = confrelid
  where contype = 'f' and connamespace = 'public'::regnamespace
  order by 1`;

type Key = { readonly table: string; readonly name: string; readonly columns: readonly string[] };
type Reference = { readonly name: string; readonly from: string; readonly to: string; readonly pairs: string[] };

test("whatever is unique in a table that grows with entries is unique in a raffle", async () => {
  const { pool, close } = await createTestDatabase();
  try {
    const tables = await pool.query<{ name: string; keyed: boolean }>(
      `select relname as name, exists (select from pg_index where indrelid = pg_class.oid and indisprimary) as keyed
       from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
    );
    // A new table has to be put into one of these lists, and into one of src/db/sharding/tables.ts.
    expect(tables.rows.map(({ name }) => name)).toEqual([...SHARDED_BY.keys(), ...Object.keys(NOT_GROWING)].toSorted());
    expect([...REFERENCE_TABLES, ...LOCAL_TABLES].toSorted()).toEqual(Object.keys(NOT_GROWING).toSorted());
    expect(tables.rows.filter(({ name, keyed }) => SHARDED_BY.has(name) && !keyed)).toEqual([]);

    const { rows: keys } = await pool.query<Key>(UNIQUE);
    expect(keys.length).toBeGreaterThan(tables.rows.length);
    expect(keys.filter(({ table, columns }) => !columns.includes(SHARDED_BY.get(table) ?? columns[0] ?? ""))).toEqual(
      [],
    );
  } finally {
    await close();
  }
});

test("tables that grow with entries refer to each other in a raffle, and none refers to them from outside", async () => {
  const { pool, close } = await createTestDatabase();
  try {
    const { rows } = await pool.query<Reference>(REFERENCES);
    expect(rows.length).toBeGreaterThan(0);
    const acrossShards = rows.filter(
      ({ from, to, pairs }) => SHARDED_BY.has(to) && !pairs.includes(`${SHARDED_BY.get(from)} = ${SHARDED_BY.get(to)}`),
    );
    expect(acrossShards).toEqual([]);
  } finally {
    await close();
  }
});

test("what was of no raffle before is the site's, and mails on their way get another job", async () => {
  const { connectionString, pool, close } = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-migrations-"));
  try {
    const names = (await readdir(MIGRATIONS)).sort();
    const before = names.slice(
      0,
      names.findIndex((name) => name.endsWith("-keys-by-raffle.sql")),
    );
    for (const name of before) await copyFile(join(MIGRATIONS, name), join(folder, name));
    expect(await migrate({ connectionString, folder })).toMatchObject({ ok: true });
    const raffle = newId();
    await pool.query("insert into users (id, email, username) values ('u', 'a@example.com', 'Ana')");
    await pool.query(
      `insert into mails (id, kind, raffle_id, entry_id, user_id, language, state, queued_at) values
         ($1, 'password-reset', null, null, 'u', 'en', 'waiting', now()),
         ($2, 'entry-receipt', $3, $2, null, 'en', 'sent', now())`,
      [newId(), newId(), raffle],
    );
    await pool.query(
      `insert into audit_log (scope_id, id, at, actor, action, subject)
       values (null, $1, now(), 'Ana', 'make-admin', 'x'), ($2, $3, now(), 'access code', 'edit-raffle', 'x')`,
      [newId(), raffle, newId()],
    );

    expect(await migrate({ connectionString })).toMatchObject({ ok: true });
    const mails = await pool.query("select raffle_id, state, queued_at is null as free from mails order by id");
    expect(mails.rows).toEqual([
      { raffle_id: SITE_ID, state: "waiting", free: true },
      { raffle_id: raffle, state: "sent", free: false },
    ]);
    const log = await pool.query("select scope_id, action from audit_log order by id");
    expect(log.rows).toEqual([
      { scope_id: SITE_ID, action: "make-admin" },
      { scope_id: raffle, action: "edit-raffle" },
    ]);
    await expect(pool.query("update audit_log set actor = 'x'")).rejects.toThrow("only grows");
  } finally {
    await close();
    await rm(folder, { recursive: true });
  }
});
