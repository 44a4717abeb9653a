import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { distributeTables, shardingFault } from "./distribute.ts";
import { REFERENCE_TABLES, SHARDED_BY } from "./tables.ts";

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase({ sharded: false });
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.close();
});

const FOREIGN_KEYS = `
  select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as key
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1`;
const TRIGGERS = `
  select tgname as name, tgrelid::regclass::text as table from pg_trigger where not tgisinternal order by 1, 2`;

/**
 * What of Citus the command asks for. It refuses a table with triggers, or with a foreign key to one that is not there.
 */
const STAND_IN = `
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 99999, 'citus', 10, 'public'::regnamespace, false, '13.2';
  create table pg_dist_node (groupid int, noderole text);
  insert into pg_dist_node values (0, 'primary'), (1, 'primary');
  create table pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char");
  create function citus_is_coordinator() returns boolean language sql return true;
  create function create_distributed_function(regprocedure) returns void language sql begin atomic end;
  create function refuse_unfit(wanted regclass) returns void language plpgsql as $$ begin
    if exists (select from pg_trigger where tgrelid = wanted and not tgisinternal) then raise 'has triggers'; end if;
    if exists (select from pg_constraint where contype = 'f' and (conrelid = wanted or confrelid = wanted))
      then raise 'has foreign keys'; end if;
    if exists (select from pg_dist_partition where logicalrelid = wanted) then raise 'is distributed'; end if;
  end $$;
  create function create_reference_table(wanted regclass) returns void language plpgsql as $$ begin
    perform refuse_unfit(wanted); insert into pg_dist_partition values (wanted, 'n', 't');
  end $$;
  create function create_distributed_table(wanted regclass, by text, colocate_with text) returns void
  language plpgsql as $$ begin
    perform refuse_unfit(wanted); insert into pg_dist_partition values (wanted, 'h', 's');
  end $$;`;

it("says what is missing in a database without Citus, and changes nothing", async () => {
  const before = await client.query(TRIGGERS);
  const done = await distributeTables(client);
  expect(done).toMatchObject({ ok: false, refusal: expect.stringContaining('"create extension citus"') });
  expect((await client.query(TRIGGERS)).rows).toEqual(before.rows);
  expect(await shardingFault(client, false)).toBeNull();
  expect(await shardingFault(client, true)).toContain('run "tambiolo shard" first');
});

it("distributes every table once, drops its triggers, and keeps its foreign keys, also after an interruption", async () => {
  const { rows: keys } = await client.query(FOREIGN_KEYS);
  await client.query(STAND_IN);
  await client.query(
    "create function interrupt() returns void language plpgsql as $$ begin raise 'Interrupted.'; end $$",
  );
  await client.query("alter function refuse_unfit rename to fit; alter function interrupt rename to refuse_unfit");
  await expect(distributeTables(client)).rejects.toThrow();
  await client.query("rollback; drop function refuse_unfit(); alter function fit rename to refuse_unfit");

  const first = await distributeTables(client);
  expect(first).toMatchObject({
    ok: true,
    value: expect.arrayContaining(["entries: spread over the workers by raffle."]),
  });
  const { rows: kinds } = await client.query("select logicalrelid::text as name, partmethod from pg_dist_partition");
  expect(kinds.map(({ name }) => name).toSorted()).toEqual([...REFERENCE_TABLES, ...SHARDED_BY.keys()].toSorted());
  expect(kinds.filter(({ partmethod }) => partmethod === "h").map(({ name }) => name)).toEqual([...SHARDED_BY.keys()]);
  expect((await client.query(FOREIGN_KEYS)).rows).toEqual(keys);
  expect((await client.query(TRIGGERS)).rows).toEqual([]);

  expect(await distributeTables(client)).toEqual({ ok: true, value: ["All tables were distributed already."] });
  expect((await client.query(FOREIGN_KEYS)).rows).toEqual(keys);
});
