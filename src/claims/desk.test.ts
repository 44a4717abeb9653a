import { expect, test } from "vitest";
import { TEST_CHAIN } from "../../tests/support/beacon-relay.ts";
import { drawnClaimsOf } from "../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { organiserScope } from "../../tests/support/organiser-scope.ts";
import {
  areAllHandedOver,
  countWinners,
  type DeskWinner,
  findWinner,
  listToDecide,
  listWinners,
  WINNERS_PER_PAGE,
} from "./desk.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { draw } = drawnClaimsOf(api);
const { db, pool } = api.database;
const CODES = ["QUESO", "HAM"];
const named = (winners: readonly DeskWinner[]) => winners.map(({ prizeCode, ticket }) => `${prizeCode} ${ticket}`);

async function drawn() {
  const raffle = await draw();
  return { ...raffle, scope: await organiserScope(api.site, raffle) };
}

test("winners stand prize by prize, with whom to reach, what proves that they were told, and who came for them", async () => {
  const { id, scope, claims } = await drawn();
  const [first] = claims;
  await pool.query(
    `insert into claim_notices select $1, $2, gen_random_uuid(), now() - n * interval '1 hour', 'call', n::text, 'said', 'me'
     from generate_series(1, 25) as n`,
    [id, first?.id],
  );
  const { rows } = await pool.query("select prize_code, ticket from claims where id = $1", [first?.id]);
  await pool.query("insert into draw_replacements values ($1, 1, $2, $3, null, 'withdrew', 'Moved away', now())", [
    ...[id, rows[0].prize_code, rows[0].ticket],
  ]);
  await pool.query("delete from entries where id = (select entry_id from claims where id = $1)", [claims[1]?.id]);
  const winners = await listWinners(db, scope, CODES, null);
  expect(winners.map(({ prizeCode }) => prizeCode)).toEqual(["QUESO", "HAM", "HAM"]);
  const notified = winners.find((winner) => winner.id === first?.id);
  expect(notified).toMatchObject({
    person: { name: "Maria Peña", email: first?.email, address: "12 Rizal St, Iloilo City" },
    replaced: { to: null, reason: "withdrew", note: "Moved away" },
  });
  // The latest twenty.
  expect(notified?.notices.map(({ reached }) => reached)).toEqual(Array.from({ length: 20 }, (_, n) => String(n + 1)));
  expect(winners.find((winner) => winner.id === claims[1]?.id)?.person).toBeNull();
  expect(await findWinner(db, scope, rows[0].ticket)).toContainEqual(notified);
  expect(await findWinner(db, scope, 999)).toEqual([]);
});

test("what nobody claimed in time, and what its winner does not want, is to be decided, the earliest first", async () => {
  const { id, scope, claims } = await drawn();
  const now = new Date();
  expect(await listToDecide(db, scope, now)).toEqual([]);
  const [first, second, third] = claims;
  const change = (text: string, claim?: { id: string }) =>
    pool.query(`update claims set ${text} where id = $1`, [claim?.id]);
  await change("claim_by = now() - interval '1 day'", first);
  await change("claim_by = now() - interval '2 days', declined_at = now()", second);
  await change("claim_by = now() - interval '3 days', claimed_at = now(), voucher_code = '0123456789'", third);
  const later = new Date(Date.now() + 1000);
  expect((await listToDecide(db, scope, later)).map((winner) => winner.id)).toEqual([second?.id, first?.id]);
  expect(await countWinners(db, scope, later)).toEqual({
    holders: 3,
    claimed: 1,
    handedOver: 0,
    toDecide: 2,
    leftOut: 0,
  });
  await change("gone_at = now()", first);
  expect(await countWinners(db, scope, later)).toEqual({
    holders: 2,
    claimed: 1,
    handedOver: 0,
    toDecide: 1,
    leftOut: 0,
  });
  const other = await drawn();
  expect(await countWinners(db, other.scope, later)).toMatchObject({ holders: 3, toDecide: 0 });
  expect(id).not.toBe(other.id);
});

test("many winners come page by page, each once", async () => {
  const { id, scope } = await drawn();
  await pool.query("delete from claims where raffle_id = $1", [id]);
  await pool.query(
    `insert into claims (raffle_id, id, prize_code, ticket, entry_id, held_since, claim_by)
     select $1, gen_random_uuid(), code, n, gen_random_uuid(), now(), now()
     from unnest($2::text[], $3::int[]) as prize (code, winners), generate_series(1, winners) as n`,
    [id, CODES, [30, 40]],
  );
  const seen: string[] = [];
  let pages = 0;
  for (let more: DeskWinner | null | undefined = null; more !== undefined; pages += 1) {
    const found: DeskWinner[] = await listWinners(db, scope, CODES, more);
    const page = found.slice(0, WINNERS_PER_PAGE);
    seen.push(...named(page));
    more = found.length > page.length ? page.at(-1) : undefined;
  }
  const all = (code: string, count: number) => Array.from({ length: count }, (_, n) => `${code} ${n + 1}`);
  expect(seen).toEqual([...all("QUESO", 30), ...all("HAM", 40)]);
  expect(pages).toBe(3);
});

test("all prizes are handed over once each winner who holds one has it, replaced winners aside", async () => {
  const { scope, claims } = await drawn();
  const [first, ...others] = claims.map(({ id }) => id);
  const handOver = (ids: readonly (string | undefined)[]) =>
    pool.query(
      `update claims set claimed_at = now(), voucher_code = upper(right(id::text, 10)), handed_over_at = now(),
         handed_over_by = 'site', handed_over_key = gen_random_uuid() where id = any ($1)`,
      [ids],
    );
  expect(await areAllHandedOver(db, scope)).toBe(false);
  await handOver(others);
  expect(await areAllHandedOver(db, scope)).toBe(false);
  await pool.query("update claims set gone_at = now() where id = $1", [first]);
  expect(await areAllHandedOver(db, scope)).toBe(true);
});
