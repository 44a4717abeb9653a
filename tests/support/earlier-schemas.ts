import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS, migrate } from "#src/db/migrate.ts";
import { createEmptyDatabase, createTestDatabase } from "./database.ts";

/** All migrations, in their order. */
export const names = (await readdir(MIGRATIONS)).sort();

const RAFFLE = "0198c0de-0000-7000-8000-000000000001";
const ENTRY = "0198c0de-0000-7000-8000-000000000002";
const PRIZE = "0198c0de-0000-7000-8000-000000000003";
const RULE = "0198c0de-0000-7000-8000-000000000004";
const NEWS = "0198c0de-0000-7000-8000-000000000005";
const HASH = "decode(repeat('00', 32), 'hex')";

/** Rows as a site of that time wrote them. A database can have them after the migrations numbered `from` to `until`. */
const ROWS: readonly { readonly from: number; readonly until?: number; readonly sql: string }[] = [
  {
    from: 1,
    sql: `
      insert into raffles (id, code_id, access_code_hash, name, details, due_date, draw_date, status)
      values ('${RAFFLE}', 'ABCD1234', ${HASH}, 'Ham', 'x', now() + interval '1 day', now() + interval '2 days', 'Published');
      insert into raffle_banners (raffle_id, png, webp) values ('${RAFFLE}', '\\x01', '\\x02');
      insert into prizes (raffle_id, id, prize_code, name) values ('${RAFFLE}', '${PRIZE}', 'A', 'Ham');
      insert into rules (raffle_id, id, number, details) values ('${RAFFLE}', '${RULE}', 1, 'Share');
      insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
        done_rules, wishes, promotions, terms_accepted_at, submission_hash)
      values ('${RAFFLE}', '${ENTRY}', 'ABCDEFGH', 'Ana', 'Peña', 'Cebu', '0917 000 0001', '+639170000001', 'Ana@b.ph', 'ana@b.ph',
        array['${RULE}'::uuid], '[{"prizeId": "${PRIZE}", "status": "Selected", "note": "red"}]', true, now(), ${HASH});
      insert into users (id, email, username) values ('u1', 'owner@b.ph', 'Owner');
      insert into user_sessions (id, user_id, token, expires_at) values ('s1', 'u1', 't', now());
      insert into user_credentials (id, user_id, account_id, provider_id) values ('c1', 'u1', 'u1', 'credential');
      insert into user_verifications (id, identifier, value, expires_at) values ('v1', 'i', 'v', now());`,
  },
  {
    from: 2,
    until: 5,
    sql: `insert into audit_log (raffle_id, id, at, actor, action, subject)
      values ('${RAFFLE}', gen_random_uuid(), now(), 'access code', 'edit-raffle', 'ABCD1234')`,
  },
  { from: 3, sql: "update raffles set version = 2" },
  {
    from: 4,
    sql: `
      insert into entry_search (raffle_id, entry_id, name_key, words, source, done_rules, wished_prizes, made_in_minute)
      select raffle_id, id, 'pena', entry_words(entries), source, done_rules, '{}', date_trunc('minute', now()) from entries;
      insert into entry_tick_counts values ('${RAFFLE}', array['${RULE}'::uuid], 1);
      insert into entry_counts values ('${RAFFLE}', 'source', 'Online', 1)`,
  },
  {
    from: 5,
    sql: `insert into entry_imports (raffle_id, id, file_name, file, mapping)
      values ('${RAFFLE}', gen_random_uuid(), 'a.csv', 'a', '{}')`,
  },
  {
    from: 6,
    sql: `
      insert into events (id, code, title, src, src_draw, access_code_hash)
      values (gen_random_uuid(), 'ABC123', 'Fiesta', 'https://a.ph', 'https://b.ph', ${HASH});
      insert into audit_log (scope_id, id, at, actor, action, subject)
      values ('${RAFFLE}', gen_random_uuid(), now(), 'access code', 'edit-raffle', 'ABCD1234')`,
  },
  {
    from: 7,
    until: 12,
    sql: `insert into audit_log (scope_id, id, at, actor, action, subject)
      values (null, gen_random_uuid(), now(), 'operator', 'grant-admin', 'owner@b.ph')`,
  },
  { from: 7, sql: "update raffles set owner_id = 'u1'" },
  { from: 8, sql: "update events set owner_id = 'u1'" },
  {
    from: 9,
    sql: `
      insert into receipt_requests (raffle_id, entry_ids) values ('${RAFFLE}', array['${ENTRY}'::uuid]);
      insert into mails (id, kind, raffle_id, entry_id, language)
      values (gen_random_uuid(), 'entry-receipt', '${RAFFLE}', '${ENTRY}', 'fil')`,
  },
  {
    from: 9,
    until: 12,
    sql: "insert into mails (id, kind, user_id, language) values (gen_random_uuid(), 'verify-email', 'u1', 'en')",
  },
  { from: 10, sql: "update raffles set retention_days = 60" },
  {
    from: 11,
    sql: `
      insert into news (id, texts, actor, state, begun_at) values ('${NEWS}', '{"en": {}}', 'admin', 'filling', now());
      insert into news_refusals (address_key) values (${HASH});
      insert into mails (id, kind, raffle_id, entry_id, language, news_id, address_key)
      values (gen_random_uuid(), 'news', '${RAFFLE}', '${ENTRY}', 'en', '${NEWS}', ${HASH})`,
  },
  { from: 15, sql: "insert into guess_tallies values (decode(repeat('00', 16), 'hex'), 1, now())" },
];

/**
 * The migrations that add one row to entry_changes for the existing entries. Others but OWNERS and SETTINGS add or
 * delete no rows.
 */
const NOTING = ["004-entry-search.sql", "025-entry-signals.sql"];

/** The migration that copies each raffle's owner to a table of its own. */
const OWNERS = "059-raffle-team.sql";

/** The migration that stores what admins decide for the whole site, as one row. */
const SETTINGS = "110-typed-addresses.sql";

/** The migration that queues all entries for the log. */
const LOG = "170-log.sql";

let folder: string;
let newest: string[];

/** A database as a site with the first `level` migrations left it. */
export async function databaseOf(level: number) {
  const database = await createEmptyDatabase();
  const upTo = await mkdtemp(join(folder, `${level}-`));
  for (const name of names.slice(0, level)) await copyFile(join(MIGRATIONS, name), join(upTo, name));
  expect(await migrate({ connectionString: database.connectionString, folder: upTo })).toMatchObject({ ok: true });
  for (const { from, until = names.length, sql } of ROWS) {
    if (from <= level && level <= until) await database.pool.query(sql);
  }
  return database;
}

/** The row count of each table that has rows. */
async function counts(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    `select tablename as name, (xpath('/row/n/text()', query_to_xml(
       format('select count(*) as n from %I', tablename), false, true, '')))[1]::text::int as rows
     from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  );
  return Object.fromEntries(rows.filter((row) => row.rows > 0).map(({ name, rows: n }) => [name, n]));
}

/** Everything that a migration can make, each as a line. The order of columns does not count. */
async function shape(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
     from information_schema.columns where table_schema = 'public'
     union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select format('%s %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
     union all select pg_get_functiondef(pg_proc.oid) from pg_proc
       where pronamespace = 'public'::regnamespace and prokind = 'f' and probin is null
     order by 1`,
  );
  return rows.map(({ line }) => line);
}

/** Tests of the databases that sites with so many migrations left. */
export function testLevels(levels: readonly number[]): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tambiolo-migrations-"));
    const fresh = await createTestDatabase();
    newest = await shape(fresh.pool);
    await fresh.close();
  });

  afterAll(() => rm(folder, { recursive: true }));

  test.for(levels.map((level) => ({ level, name: names[level - 1] ?? "" })))(
    "as $name left it becomes what an empty one becomes, and keeps every row",
    async ({ level }) => {
      const database = await databaseOf(level);
      try {
        const before = await counts(database.pool);
        expect(await migrate({ connectionString: database.connectionString })).toEqual({
          ok: true,
          value: { applied: names.slice(level) },
        });
        const noted = NOTING.filter((name) => names.indexOf(name) >= level).length;
        const owners = level >= 7 && names.indexOf(OWNERS) >= level ? { raffle_members: 1 } : {};
        const settings = names.indexOf(SETTINGS) >= level ? { site_settings: 1 } : {};
        const changes = { entry_changes: (before.entry_changes ?? 0) + noted };
        const logged = names.indexOf(LOG) >= level && before.entries ? { log_queue: 1 } : {};
        expect(await counts(database.pool)).toEqual({ ...before, ...changes, ...owners, ...settings, ...logged });
        expect(await shape(database.pool)).toEqual(newest);
        const { rows } = await database.pool.query("select first_name, wishes, promotions, language from entries");
        expect(rows).toEqual([
          {
            first_name: "Ana",
            wishes: [{ prizeId: PRIZE, status: "Selected", note: "red" }],
            promotions: true,
            language: "en",
          },
        ]);
      } finally {
        await database.close();
      }
    },
  );
}
