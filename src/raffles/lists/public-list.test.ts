import { sql } from "kysely";
import { expect, test } from "vitest";
import { blocksRead } from "../../../tests/support/blocks-read.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { listPublishedRaffles, RAFFLES_PER_PAGE } from "../read.ts";

const RAFFLES = 10_000;

const { database, ...api } = await openTestApi();
const { db, pool, connectionString } = database;

test("among ten thousand raffles a page of the list reads its own, in the order that visitors expect", async () => {
  const { id } = await api.createRaffle();
  const client = await pool.connect();
  // Every fourth is open. Triggers would look at each copy.
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into raffles select (jsonb_populate_record(r, jsonb_build_object(
       'id', gen_random_uuid(), 'code_id', upper(lpad(to_hex(n), 8, '0')),
       'due_date', now() + make_interval(mins => case when n % 4 = 0 then n else -n end)))).*
     from raffles r, generate_series(1, $2::int) n where r.id = $1`,
    [id, RAFFLES],
  );
  await client.query("reset session_replication_role");
  await client.query("vacuum analyze raffles");
  client.release();

  const { rows } = await sql<{ code: string }>`
    select code_id as code from raffles where status = 'Published'
    order by now() > due_date, case when now() <= due_date then due_date end, due_date desc, id`.execute(db);
  const lastOpen = Math.ceil((RAFFLES / 4 + 1) / RAFFLES_PER_PAGE);
  for (const page of [1, 2, lastOpen, lastOpen + 1, 300]) {
    const expected = rows.slice((page - 1) * RAFFLES_PER_PAGE, page * RAFFLES_PER_PAGE).map(({ code }) => code);
    const { raffles, more } = await listPublishedRaffles(db, page);
    expect([page, raffles.map(({ codeId }) => codeId), more]).toEqual([page, expected, true]);
  }
  const last = Math.ceil((RAFFLES + 1) / RAFFLES_PER_PAGE);
  expect((await listPublishedRaffles(db, last)).more).toBe(false);
  expect((await listPublishedRaffles(db, last + 1)).raffles).toEqual([]);

  expect(await blocksRead(connectionString, "raffles", (one) => listPublishedRaffles(one, 1))).toBeLessThan(60);
  const selected = { fragment: "", state: "all" } as const;
  expect(await blocksRead(connectionString, "raffles", (one) => listPublishedRaffles(one, 1, selected))).toBeLessThan(
    60,
  );
});
