import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { migrate, pendingMigrations } from "./migrate.ts";

const PROGRAM = join(import.meta.dirname, "../../tests/support/migrate-once.ts");
const run = promisify(execFile);

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "tambiolo-migrations-"));
  await writeFile(join(folder, "001-first.sql"), "create table first (id int primary key);");
  await writeFile(join(folder, "002-second.sql"), "create table second (id int);\ninsert into first values (1);");
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

function migrateHere() {
  return migrate({ connectionString: database.connectionString, folder });
}

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1",
  );
  return rows.map((row) => row.name);
}

describe("migrating", () => {
  test("applies the files in order, and a second time nothing", async () => {
    expect(await migrateHere()).toEqual({ ok: true, value: { applied: ["001-first.sql", "002-second.sql"] } });
    expect(await tables()).toEqual(["first", "second"]);
    expect(await migrateHere()).toEqual({ ok: true, value: { applied: [] } });
  });

  test("applies later what is added later", async () => {
    await migrateHere();
    await writeFile(join(folder, "003-third.sql"), "create table third (id int);");
    expect(await migrateHere()).toEqual({ ok: true, value: { applied: ["003-third.sql"] } });
  });

  test("changes nothing with a file that fails, and keeps those before it", async () => {
    await writeFile(join(folder, "002-second.sql"), "create table second (id int); select * from nowhere;");
    expect(await migrateHere()).toEqual({
      ok: false,
      refusal: 'The migration 002-second.sql failed and changed nothing: relation "nowhere" does not exist.',
    });
    expect(await tables()).toEqual(["first"]);
  });

  test("refuses an applied file that was edited, but not one with other line ends", async () => {
    await migrateHere();
    await writeFile(join(folder, "002-second.sql"), "create table second (id int);\r\ninsert into first values (1);");
    expect(await migrateHere()).toMatchObject({ ok: true });
    await writeFile(join(folder, "001-first.sql"), "create table first (id bigint primary key);");
    expect(await migrateHere()).toEqual({
      ok: false,
      refusal: expect.stringContaining("001-first.sql was edited after the database applied it"),
    });
  });

  test("refuses a database that holds a file which is not here", async () => {
    await migrateHere();
    await rm(join(folder, "001-first.sql"));
    expect(await migrateHere()).toEqual({
      ok: false,
      refusal: expect.stringMatching(/001-first\.sql.*newer version.* restore the backup from before the upgrade/),
    });
  });

  test("does not start with two files of one number, or a wrong name", async () => {
    await writeFile(join(folder, "002-twin.sql"), "select 1;");
    await expect(migrateHere()).rejects.toThrow("002-twin.sql has the number of 002-second.sql");
    await rm(join(folder, "002-twin.sql"));
    await writeFile(join(folder, "3-short.sql"), "select 1;");
    await expect(migrateHere()).rejects.toThrow("3-short.sql must be named");
  });

  test("goes on after a number that is missing", async () => {
    await writeFile(join(folder, "004-after-a-gap.sql"), "select 1;");
    expect(await migrateHere()).toMatchObject({ value: { applied: expect.arrayContaining(["004-after-a-gap.sql"]) } });
  });

  test("makes of an empty database what every test gets", async () => {
    const template = await createTestDatabase();
    const read = "select name from schema_migrations order by name";
    const { rows } = await template.pool.query<{ name: string }>(read);
    await template.close();
    expect(await migrate({ connectionString: database.connectionString })).toEqual({
      ok: true,
      value: { applied: rows.map((row) => row.name) },
    });
  });
});

describe("beside older and newer versions", () => {
  const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
  const THIRD = "alter table first add column third int;";
  const FOURTH = "-- contract: sites from 003 on work with it\nalter table first drop column third;";

  test("an older version goes on with what was added, and is refused once what it uses was removed", async () => {
    await migrateHere();
    await write("003-third.sql", THIRD);
    await migrateHere();
    await rm(join(folder, "003-third.sql"));
    const news: string[] = [];
    const older = () =>
      migrate({ connectionString: database.connectionString, folder, onNews: (line) => news.push(line) });
    expect(await older()).toEqual({ ok: true, value: { applied: [] } });
    expect(news).toEqual([expect.stringContaining("A newer version has changed the database")]);

    await write("003-third.sql", THIRD);
    await write("004-fourth.sql", FOURTH);
    expect(await migrateHere()).toEqual({ ok: true, value: { applied: ["004-fourth.sql"] } });
    await rm(join(folder, "004-fourth.sql"));
    expect(await older()).toEqual({ ok: true, value: { applied: [] } });
    await rm(join(folder, "003-third.sql"));
    expect(await older()).toEqual({ ok: false, refusal: expect.stringMatching(/004-fourth\.sql.*newer version/) });
  });

  test.for(["tambiolo 2", "tambiolo"])(
    "nothing is removed while a site that uses it runs, as %s does",
    async (name) => {
      const site = new pg.Client({ connectionString: database.connectionString, application_name: name });
      await site.connect();
      await write("003-third.sql", THIRD);
      await write("004-fourth.sql", FOURTH);
      expect(await migrateHere()).toEqual({
        ok: false,
        refusal: expect.stringMatching(/004-fourth\.sql removes .* version that has 003-third\.sql/),
      });
      await site.end();
      // A site that has what it needs, and what is no site, is not in the way.
      const others = ["tambiolo 3", "tambiolo jobs"].map(
        (name) => new pg.Client({ connectionString: database.connectionString, application_name: name }),
      );
      await Promise.all(others.map((other) => other.connect()));
      await expect.poll(migrateHere).toEqual({ ok: true, value: { applied: ["004-fourth.sql"] } });
      await Promise.all(others.map((other) => other.end()));
    },
  );

  test("a migration that waits for a table lets entries through, and goes on when the table is free", async () => {
    await migrateHere();
    const reader = new pg.Client(database.connectionString);
    await reader.connect();
    await reader.query("begin; select from first");
    await write("003-third.sql", THIRD);
    const waiting = Promise.withResolvers<string>();
    const done = migrate({ connectionString: database.connectionString, folder, onNews: waiting.resolve });
    expect(await waiting.promise).toContain("003-third.sql waits for a table");
    // Behind a migration that waits for as long as it takes, this would wait for the reader.
    await database.pool.query("insert into first values (2)");
    await reader.query("commit");
    expect(await done).toEqual({ ok: true, value: { applied: ["003-third.sql"] } });
    await reader.end();
  });
});

describe("looking at what is pending", () => {
  test("names what the database lacks, and applies nothing", async () => {
    const { db, pool, close } = await createTestDatabase();
    onTestFinished(close);
    expect(await pendingMigrations(db)).toEqual({ ok: true, value: [] });
    await pool.query("delete from schema_migrations where name >= '060'");
    const pending = await pendingMigrations(db);
    expect(pending.ok && pending.value[0]).toMatch(/^06\d-/);
    expect(await pendingMigrations(db)).toEqual(pending);
    await pool.query("update schema_migrations set checksum = 'another' where name < '002'");
    expect(await pendingMigrations(db)).toMatchObject({ ok: false, refusal: expect.stringContaining("was edited") });
  });

  test("names all of an empty database", async () => {
    const pending = await pendingMigrations(database.db);
    expect(pending.ok && pending.value[0]).toMatch(/^001-/);
    expect((await database.pool.query("select to_regclass('schema_migrations') as made")).rows).toEqual([
      { made: null },
    ]);
  });
});

describe("two processes at once", () => {
  /** Two concurrent transactions make the same table: the lock must prevent this collision. */
  test("would collide without the lock", async () => {
    const clients = [new pg.Client(database.connectionString), new pg.Client(database.connectionString)];
    const outcomes: string[] = [];
    for (const client of clients) {
      await client.connect();
      await client.query("begin");
    }
    const creating = clients.map(async (client) => {
      try {
        await client.query("create table first (id int primary key)");
        outcomes.push("created");
      } catch {
        outcomes.push("failed");
      }
      await client.query("commit");
      await client.end();
    });
    await Promise.all(creating);
    expect(outcomes.sort()).toEqual(["created", "failed"]);
  });

  test("take turns: one applies everything, the other finds nothing to do", async () => {
    // Both wait for this lock before either applies anything, so that they really run at the same time.
    const gate = new pg.Client(database.connectionString);
    await gate.connect();
    await gate.query(
      "create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    await gate.query("begin; lock table schema_migrations in access exclusive mode");
    const running = [1, 2].map(() => run(process.execPath, [PROGRAM, database.connectionString, folder]));
    await untilWaiting(database.pool, 2);
    await gate.query("commit");
    await gate.end();
    const outcomes = (await Promise.all(running)).map(({ stdout }) => JSON.parse(stdout));
    expect(outcomes).toContainEqual({ ok: true, value: { applied: ["001-first.sql", "002-second.sql"] } });
    expect(outcomes).toContainEqual({ ok: true, value: { applied: [] } });
  });
});

/** Waits until that many other connections of the database wait for a lock. */
async function untilWaiting(pool: pg.Pool, wanted: number): Promise<void> {
  const counting = `select count(*)::int as waiting from pg_locks
    where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(counting);
    if ((rows[0]?.waiting ?? 0) >= wanted) return;
  }
}
