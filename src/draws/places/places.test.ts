import { expect, test, vi } from "vitest";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { readOwnTicket } from "../own-ticket.ts";
import type { Transcript } from "../protocol/transcript.ts";
import { scoreOf } from "../protocol/winners/scores.ts";
import { findDraw } from "../read.ts";
import { placesText } from "./places.ts";

// Threads start: a busy machine takes its time for that.
vi.setConfig({ testTimeout: 60_000 });

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { db, pool } = api.database;
const { draw } = drawnClaimsOf(api);

async function placesIn({ id, codes }: Awaited<ReturnType<typeof draw>>) {
  const owns = Object.values(codes).map(async (entryCode) => {
    const { rows } = await pool.query("select id from entries where entry_code = $1", [entryCode]);
    const scope = await entrantToWriteTo(db, { raffleId: id, entryId: rows[0].id });
    const own = scope && (await readOwnTicket(api.site, scope, null));
    return { ticket: own?.ticket.ticket ?? 0, places: own?.ticket.result?.places, entryCode };
  });
  return (await Promise.all(owns)).toSorted((a, b) => a.ticket - b.ticket);
}

test("each ticket has the places that its scores give it, once winners are announced; earlier draws have none", async () => {
  const raffle = await draw({}, 7);
  const found = await findDraw(db, raffle.id);
  if (!found) throw new Error("It is not drawn.");
  const { lock, seed, results } = found.published as Transcript;
  const tickets = Array.from({ length: lock.tickets }, (_, index) => index + 1);
  const rankings = results.map(({ prizeCode }) => {
    const score = (ticket: number) => scoreOf({ chancesOf: () => 1, seed, prizeCode }, ticket);
    return tickets.toSorted((a, b) => (score(a) < score(b) ? -1 : 1));
  });
  const owns = await placesIn(raffle);
  expect(owns.map(({ ticket, places }) => [ticket, places])).toEqual(
    tickets.map((ticket) => [
      ticket,
      results.map(({ prizeCode }, prize) => ({ prizeCode, place: (rankings[prize] ?? []).indexOf(ticket) + 1, of: 7 })),
    ]),
  );
  const { body } = await api.ask("GET", `/entries/${owns[3]?.entryCode}`);
  expect(body.places).toEqual(owns[3]?.places);

  await pool.query("update draw_results set announced_at = null where raffle_id = $1", [raffle.id]);
  expect((await placesIn(raffle)).map(({ places }) => places)).toEqual(tickets.map(() => undefined));
  await pool.query("update draw_results set announced_at = now() where raffle_id = $1", [raffle.id]);
  await pool.query("delete from draw_places where raffle_id = $1", [raffle.id]);
  expect((await placesIn(raffle)).map(({ places }) => places)).toEqual(tickets.map(() => []));
});

test("places are said in sentences, of ten prizes at most", () => {
  const places = [{ prizeCode: "HAM", place: 4, of: 1000 }];
  const said = (["en", "de", "fil"] as const).map((language) =>
    placesText({ places, reserve: [] }, [{ prizeCode: "HAM", name: "Ham" }], language),
  );
  // Who is in line for it reads that instead.
  expect(placesText({ places, reserve: [{ prizeCode: "HAM", place: 1 }] }, [], "en")).toBe("");
  expect(said).toEqual([
    "Your place for “Ham” was 4 of 1,000.",
    "Dein Platz für „Ham“: 4 von 1.000.",
    "Ang puwesto mo para sa “Ham”: 4 sa 1,000.",
  ]);
  const many = Array.from({ length: 12 }, (_, prize) => ({ prizeCode: `P${prize}`, place: 1, of: 2 }));
  expect(placesText({ places: many, reserve: [] }, [], "en").match(/Your place/g)).toHaveLength(10);
  expect(placesText({ places: [], reserve: [] }, [], "en")).toBe("");
});
