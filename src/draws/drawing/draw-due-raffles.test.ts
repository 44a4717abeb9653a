import { sql } from "kysely";
import { expect, test } from "vitest";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { letRoundCome, lockRaffle } from "../../../tests/support/locked-raffle.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { selectLongestOverdue } from "./draw-due-raffles.ts";

const { database, ...api } = await openTestApi({}, { chain: TEST_CHAIN });
const { db, pool } = database;

test("among thousands of past draws, the one that is due is found without reading them", async () => {
  const raffle = await lockRaffle(api.ask, pool);
  await letRoundCome(raffle, pool);
  const due = { id: raffle.id, round: raffle.round };
  const select = () => selectLongestOverdue(new Date(), TEST_CHAIN.hash, []);
  expect((await select().execute(db)).rows).toEqual([due]);

  const client = await pool.connect();
  // Copies of the raffle, long drawn. Triggers would look for their entries and lists.
  await client.query("set session_replication_role = replica");
  await client.query(
    `with copies as (
       insert into raffles select (jsonb_populate_record(r, jsonb_build_object(
         'id', gen_random_uuid(), 'code_id', upper(lpad(to_hex(n), 8, '0')), 'drawn_at', now()))).*
       from raffles r, generate_series(1, 3000) n where r.id = $1 returning id
     )
     insert into draw_locks select (jsonb_populate_record(l, jsonb_build_object('raffle_id', copies.id))).*
     from draw_locks l, copies where l.raffle_id = $1`,
    [raffle.id],
  );
  await client.query("reset session_replication_role");
  await client.query("vacuum analyze raffles, draw_locks");
  client.release();

  expect((await select().execute(db)).rows).toEqual([due]);
  // By the locks' own sum: what a sequential scan of them reads, and what the statement reads instead.
  expect(await blocksOf(sql`select count(length(lock)) from draw_locks`)).toBeGreaterThan(200);
  expect(await blocksOf(select())).toBeLessThan(20);
});

async function blocksOf(statement: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>`
    explain (analyze, buffers, format json) ${statement}
  `.execute(db);
  const { Plan: plan } = rows[0]?.["QUERY PLAN"][0] ?? { Plan: {} };
  return (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
}
