import { afterAll, expect, it } from "vitest";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { listPastDraws } from "./past-draws.ts";

const { database, ...api } = await openTestApi();
const { db, pool } = database;

afterAll(() => database.close());

const DRAWS = 120;

it("is read from place to place, each draw once, also where many have one draw date", async () => {
  const { id } = await api.createRaffle();
  // All within two dates, with microseconds.
  await pool.query(
    `insert into raffles select (jsonb_populate_record(r, jsonb_build_object(
       'id', gen_random_uuid(), 'code_id', upper(lpad(to_hex(n), 8, '0')),
       'due_date', now() - interval '1 day', 'draw_date', now() - (n % 2) * interval '1 microsecond',
       'locked_at', now(), 'drawn_at', now(), 'announced_at', now()))).*
     from raffles r, generate_series(1, ${DRAWS}) n where r.id = '${id}'`,
  );
  const { rows } = await pool.query<{ id: string }>(
    "select id from raffles where draw_date <= now() order by draw_date desc, id desc",
  );
  const read: string[] = [];
  const sizes: number[] = [];
  for (let after: string | null = null; sizes.length === 0 || after !== null; ) {
    const { draws, next } = await listPastDraws(db, after, new Date());
    read.push(...draws.map((draw) => draw.id));
    sizes.push(draws.length);
    after = next;
  }
  expect(sizes).toEqual([50, 50, 20]);
  expect(read).toEqual(rows.map((row) => row.id));
});

it("begins at the first page for what is no place", async () => {
  const first = await listPastDraws(db, null, new Date());
  for (const wrong of ["", "2", "1.2", "9999999999999999999.x", `9999999999999999.${crypto.randomUUID()}`, "\0"]) {
    expect(await listPastDraws(db, wrong, new Date())).toEqual(first);
  }
  const edge = `1999999999999999.${crypto.randomUUID()}`;
  expect((await listPastDraws(db, edge, new Date())).draws).toHaveLength(50);
});
