import { expect, test } from "vitest";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { lockedRaffle, storeResult } from "../../tests/support/shown-draw.ts";
import { readPrizeHolders } from "./prize-holders.ts";
import { nameHolders } from "./winner-names.ts";

const api = await openTestApi();
const { db, pool } = api.database;

async function namesOf(raffleId: string) {
  return (await nameHolders(db, await readPrizeHolders(db, [raffleId]))).get(raffleId);
}

test("who holds a prize now is named, whoever went is not, and a number stays a number", async () => {
  const { id } = await lockedRaffle(api, pool);
  expect(await readPrizeHolders(db, [id])).toEqual(new Map());
  await storeResult(pool, id, { QUESO: [2], HAM: [1, 3] });
  await pool.query("update entries set named_by_ticket = true where raffle_id = $1 and first_name = 'Ana'", [id]);
  expect(await namesOf(id)).toEqual([
    { prizeCode: "QUESO", prizeName: "Queso de bola", given: true, more: 0, winners: [{ ticket: 2, name: "Jose D." }] },
    {
      ...{ prizeCode: "HAM", prizeName: "Ham", given: true, more: 0 },
      winners: [
        { ticket: 1, name: "Maria P." },
        { ticket: 3, name: null },
      ],
    },
  ]);
  const replace = "insert into draw_replacements values ($1, $2, $3, $4, $5, 'unclaimed', '', now())";
  await pool.query(replace, [id, 1, "QUESO", 2, 1]);
  await pool.query(replace, [id, 2, "HAM", 3, null]);
  await pool.query(replace, [id, 3, "QUESO", 1, 3]);
  await pool.query("delete from entries where raffle_id = $1 and first_name = 'Maria'", [id]);
  expect(await namesOf(id)).toEqual([
    { prizeCode: "QUESO", prizeName: "Queso de bola", given: true, more: 0, winners: [{ ticket: 3, name: null }] },
    { prizeCode: "HAM", prizeName: "Ham", given: true, more: 0, winners: [{ ticket: 1, name: null }] },
  ]);
});

test("holders of several raffles are named from the list of their own", async () => {
  const [one, other] = [await lockedRaffle(api, pool), await lockedRaffle(api, pool)];
  for (const { id } of [one, other]) await storeResult(pool, id, { QUESO: [1] });
  await pool.query("update entries set first_name = 'Zoe' where raffle_id = $1 and first_name = 'Maria'", [other.id]);
  const named = await nameHolders(db, await readPrizeHolders(db, [one.id, other.id]));
  const winners = [one, other].map(({ id }) => named.get(id)?.[0]?.winners);
  expect(winners).toEqual([[{ ticket: 1, name: "Maria P." }], [{ ticket: 1, name: "Zoe P." }]]);
});

test("of a result with a million winners the beginning alone is read, whoever went", async () => {
  const { id } = await lockedRaffle(api, pool);
  const tickets = Array.from({ length: 10_000 }, (_, n) => n + 1);
  const codes = Array.from({ length: 100 }, (_, n) => `P${n}`);
  await storeResult(pool, id, Object.fromEntries(codes.map((code) => [code, tickets])));
  const { rows } = await pool.query("select length(first_winners) as kept from draw_results where raffle_id = $1", [
    id,
  ]);
  expect(rows[0].kept).toBeLessThan(5000);
  await pool.query("insert into draw_replacements values ($1, 1, 'P0', 2, null, 'unclaimed', '', now())", [id]);
  await pool.query("insert into draw_replacements values ($1, 2, 'P0', 3, 11000, 'unclaimed', '', now())", [id]);
  const held = (await readPrizeHolders(db, [id])).get(id);
  expect(held?.map(({ prizeCode }) => prizeCode)).toEqual(codes.slice(0, 10));
  expect(held?.[0]).toEqual({ prizeCode: "P0", tickets: [1, 11_000, 4, 5, 6], given: true, more: 9994 });
  expect(held?.[1]).toEqual({ prizeCode: "P1", tickets: [1, 2, 3, 4, 5], given: true, more: 9995 });
});

test("a result without prizes, which no draw has but somebody may write, spoils no list", async () => {
  const { id } = await lockedRaffle(api, pool);
  await storeResult(pool, id, {});
  expect((await readPrizeHolders(db, [id])).get(id)).toEqual([]);
});

test("a show that is under way is not spoiled, and of many the first are shown", async () => {
  const { id } = await lockedRaffle(api, pool);
  await storeResult(pool, id, { QUESO: [1, 2, 3, 4, 5, 6, 7], HAM: [2] });
  const held = async () => (await readPrizeHolders(db, [id])).get(id);
  const first = { prizeCode: "QUESO", tickets: [1, 2, 3, 4, 5], given: true, more: 2 };
  expect(await held()).toEqual([first, { prizeCode: "HAM", tickets: [2], given: true, more: 0 }]);
  const go = (step: number) =>
    pool.query(
      "insert into draw_shows (raffle_id, step, updated_at) values ($1, $2, now()) on conflict (raffle_id) do update set step = $2",
      [id, step],
    );
  await go(1);
  expect(await held()).toEqual([]);
  await go(3);
  expect(await held()).toEqual([first]);
  await go(5);
  expect(await held()).toHaveLength(2);
});
