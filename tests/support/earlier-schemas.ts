import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS, migrate } from "#src/db/migrate.ts";
import { copyDatabase, createEmptyDatabase, createTestDatabase, type TestDatabase } from "./database.ts";

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
      select raffle_id, id, 'pena', 'ana pena', source, done_rules, '{}', date_trunc('minute', now()) from entries;
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
/** A database with the first `level` migrations and without rows, to be copied. It only grows. */
let base: { readonly database: TestDatabase; level: number };

/** Applies the migrations that a database lacks, up to the one of that number. */
async function migrateTo(level: number, { connectionString }: TestDatabase): Promise<void> {
  const upTo = await mkdtemp(join(folder, `${level}-`));
  for (const name of names.slice(0, level)) await copyFile(join(MIGRATIONS, name), join(upTo, name));
  expect(await migrate({ connectionString, folder: upTo })).toMatchObject({ ok: true });
}

/** A database as a site with the first `level` migrations left it. */
export async function databaseOf(level: number): Promise<TestDatabase> {
  if (base.level < level) await migrateTo(level, base.database);
  base.level = Math.max(level, base.level);
  const database = base.level === level ? await copyDatabase(base.database) : await createEmptyDatabase();
  if (base.level !== level) await migrateTo(level, database);
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

/** The rows that the migrations after `level`, up to the one of that number, add to those that were there. */
function after(level: number, until: number, before: Record<string, number>): Record<string, number> {
  const applies = (name: string) => names.indexOf(name) >= level && names.indexOf(name) < until;
  const added = {
    entry_changes: NOTING.filter(applies).length,
    raffle_members: level >= 7 && applies(OWNERS) ? 1 : 0,
    site_settings: applies(SETTINGS) ? 1 : 0,
    log_queue: applies(LOG) && before.entries ? 1 : 0,
  };
  const rows = Object.entries(added).map(([table, n]) => [table, (before[table] ?? 0) + n] as const);
  return { ...before, ...Object.fromEntries(rows.filter(([, n]) => n > 0)) };
}

/** A database has the newest schema, and the entry of before. */
async function expectNewest({ pool }: TestDatabase): Promise<void> {
  expect(await shape(pool)).toEqual(newest);
  const { rows } = await pool.query("select first_name, wishes, promotions, language from entries");
  const wishes = [{ prizeId: PRIZE, status: "Selected", note: "red" }];
  expect(rows).toEqual([{ first_name: "Ana", wishes, promotions: true, language: "en" }]);
}

/** What all of these tests need. */
export function prepareLevels(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tambiolo-migrations-"));
    base = { database: await createEmptyDatabase(), level: 0 };
    const fresh = await createTestDatabase();
    newest = await shape(fresh.pool);
    await fresh.close();
  });

  afterAll(async () => {
    await base.database.close();
    await rm(folder, { recursive: true });
  });
}

/** A test of one database that is upgraded from the first schema on, and gets the rows of each time in its time. */
export function testAllUpgrades(): void {
  test("upgraded again and again, it becomes what an empty one becomes, and keeps every row", async () => {
    const database = await createEmptyDatabase();
    try {
      const steps = [...new Set([...ROWS.map(({ from }) => from), names.length])].sort((one, other) => one - other);
      let [level, rows] = [0, {}];
      for (const step of steps) {
        await migrateTo(step, database);
        expect(await counts(database.pool)).toEqual(after(level, step, rows));
        for (const { from, sql } of ROWS) if (from === step) await database.pool.query(sql);
        [level, rows] = [step, await counts(database.pool)];
      }
      await expectNewest(database);
    } finally {
      await database.close();
    }
  });
}

/** Tests of the databases that sites with so many migrations left. */
export function testLevels(levels: readonly number[]): void {
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
        expect(await counts(database.pool)).toEqual(after(level, names.length, before));
        await expectNewest(database);
      } finally {
        await database.close();
      }
    },
  );
}
