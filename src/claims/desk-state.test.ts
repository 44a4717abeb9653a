import { expect, it } from "vitest";
import { announceNow } from "#src/draws/announcing/announce-winners.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { entryBody, type TestRaffle } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { organiserScope } from "../../tests/support/organiser-scope.ts";
import { lockedRaffle, storeResult } from "../../tests/support/shown-draw.ts";
import { readDeskState } from "./desk-state.ts";
import { nextStepOf } from "./next-step.ts";

const { database, ...api } = await openTestApi({ RATE_LIMITS: "off" });

async function stateOf(raffle: TestRaffle, now = new Date()) {
  const found = await findRaffle(database.db, raffle.id);
  if (!found) throw new Error("The raffle is gone.");
  return readDeskState(database.db, await organiserScope(api.site, raffle), found, now);
}

it("says until when a raffle is open, and what to check once it is closed", async () => {
  const raffle = await api.createRaffle({ drawRequires: "none" });
  const person = { firstName: "Ana", lastName: "Cruz", address: "1 Rizal St" };
  for (const firstName of ["Ana", "ANA", "Ben"]) {
    await api.ask("POST", `/raffles/${raffle.codeId}/entries`, entryBody({ ...person, firstName }));
  }
  while ((await indexNextEntries(database.db)).changes > 0);
  const open = await stateOf(raffle);
  expect(open).toMatchObject({ is: "open", at: expect.any(Date), lookAlikes: 0, unclaimed: 0 });
  const later = new Date((open?.at?.getTime() ?? 0) + 1);
  expect(await stateOf(raffle, later)).toMatchObject({ is: "closed", lookAlikes: 1, canLock: true, revealing: false });
});

it("offers no lock where nobody is in play", async () => {
  const raffle = await api.createRaffle();
  const later = new Date(Date.now() + 400 * 86_400_000);
  expect(await stateOf(raffle, later)).toMatchObject({ is: "closed", canLock: false });
});

it("names the show as the one next step where winners wait for it, from the lock until they are announced", async () => {
  const raffle = await lockedRaffle(api, database.pool);
  const next = async (later = 0) => {
    const state = await stateOf(raffle, new Date(Date.now() + later));
    return state && nextStepOf(state).do;
  };
  expect(await next()).toBe("draw");
  await database.pool.query("update raffles set announce = 'with-show' where id = $1", [raffle.id]);
  expect(await next()).toBe("practise");
  await storeResult(database.pool, raffle.id, { QUESO: [1], HAM: [2] });
  const wait = "update draw_results set announced_at = null where raffle_id = $1";
  await database.pool.query(wait, [raffle.id]);
  expect(await stateOf(raffle)).toMatchObject({ waits: true });
  expect(await next(40 * 86_400_000)).toBe("reveal");
  // Announced by the button: the show may go on, but prizes come first.
  expect((await announceNow(api.site, await organiserScope(api.site, raffle))).ok).toBe(true);
  expect(await next()).toBe("claims");
});

it("offers winners who are announced to a show on their day alone", async () => {
  const raffle = await lockedRaffle(api, database.pool);
  await storeResult(database.pool, raffle.id, { QUESO: [1], HAM: [2] });
  expect(await stateOf(raffle)).toMatchObject({ revealing: true });
  expect(await stateOf(raffle, new Date(Date.now() + 25 * 3_600_000))).toMatchObject({ revealing: false });
});

it("says when a locked raffle is drawn, and which prizes wait once it is", async () => {
  const raffle = await lockedRaffle(api, database.pool);
  const { rows } = await database.pool.query("select round_at from draw_locks where raffle_id = $1", [raffle.id]);
  expect(await stateOf(raffle)).toMatchObject({ is: "locked", at: rows[0].round_at, lookAlikes: 0 });
  await storeResult(database.pool, raffle.id, { QUESO: [1], HAM: [2] });
  expect(await stateOf(raffle)).toMatchObject({ is: "drawn", at: null, revealing: true, unclaimed: 0 });
  await database.pool.query(CLAIM, [raffle.id]);
  await database.pool.query("insert into draw_shows (raffle_id, step, updated_at) values ($1, 5, now())", [raffle.id]);
  expect(await stateOf(raffle)).toMatchObject({ is: "drawn", revealing: false, unclaimed: 1 });
});

/** A winner who has not answered, as the draw writes it. */
const CLAIM = `
  insert into claims (raffle_id, id, prize_code, ticket, entry_id, held_since, claim_by)
  select $1, gen_random_uuid(), 'QUESO', 1, id, now(), now() from entries where raffle_id = $1 limit 1`;
