import { describe, expect, test } from "vitest";
import { connectDatabase } from "#src/db/connect.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { lockedRaffle, storeResult } from "../../../tests/support/shown-draw.ts";
import { announceNow } from "../announcing/announce-winners.ts";
import { advanceShow, endShow } from "./move-show.ts";
import { readShow, readShowStep } from "./read.ts";
import { phaseOf, type ShowState } from "./rules.ts";

const api = await openTestApi();
const { database, site } = api;
const { db, pool } = database;

const WINNERS = { QUESO: [2], HAM: [1, 3] };

async function drawnRaffle() {
  const raffle = await lockedRaffle(api, pool);
  await storeResult(pool, raffle.id, WINNERS);
  return { ...raffle, scope: await organiserScope(site, raffle) };
}

async function shown(idOrCode: string): Promise<ShowState> {
  const show = await readShow(db, idOrCode);
  if (!show) throw new Error("There is no such raffle.");
  return show;
}

const revealed = ({ prizes }: ShowState) =>
  prizes.map((prize) => prize.revealed?.winners.map(({ ticket, name }) => `${ticket} ${name}`) ?? null);

test("a show goes prize by prize in the order of the draw, and reveals no winner before its step", async () => {
  const { codeId, scope } = await drawnRaffle();
  const seen: unknown[] = [];
  for (let step = 0; step < 7; step += 1) {
    const show = await shown(codeId);
    seen.push([show.step, phaseOf(show, Date.now()), ...revealed(show)]);
    expect(await advanceShow(site, scope, step)).toEqual({ ok: true, value: Math.min(step + 1, 5) });
  }
  const [queso, ham] = [["2 Jose D."], ["1 Maria P.", "3 Ana C."]];
  expect(seen).toEqual([
    [0, { kind: "ready" }, null, null],
    [1, { kind: "turning", prize: 0 }, null, null],
    [2, { kind: "shown", prize: 0 }, queso, null],
    [3, { kind: "turning", prize: 1 }, queso, null],
    [4, { kind: "shown", prize: 1 }, queso, ham],
    [5, { kind: "over" }, queso, ham],
    [5, { kind: "over" }, queso, ham],
  ]);
});

test("a show does not begin before the draw, and its end reveals everything", async () => {
  const raffle = await lockedRaffle(api, pool);
  const scope = await organiserScope(site, raffle);
  expect(await advanceShow(site, scope, 0)).toEqual({ ok: false, refusal: { reason: "not-drawn" } });
  expect(await endShow(site, scope)).toEqual({ ok: false, refusal: { reason: "not-drawn" } });
  await storeResult(pool, raffle.id, WINNERS);
  expect(await endShow(site, scope)).toEqual({ ok: true, value: 5 });
  expect(revealed(await shown(raffle.id)).every((winners) => winners !== null)).toBe(true);
});

test.each([
  ["at-once", { step: 0, isAnnounced: true }, "ready"],
  ["with-show", { step: 5, isAnnounced: true }, "over"],
] as const)("winners announced before a show begins, where they are %s", async (announce, state, kind) => {
  const { id, codeId, scope } = await drawnRaffle();
  await pool.query("update raffles set announce = $2 where id = $1", [id, announce]);
  await pool.query("update draw_results set announced_at = null where raffle_id = $1", [id]);
  expect(await shown(codeId)).toMatchObject({ step: 0, isAnnounced: false });
  await announceNow(site, scope);
  const show = await shown(codeId);
  expect(show).toMatchObject(state);
  expect(phaseOf(show, Date.now())).toEqual({ kind });
  expect(revealed(show).every((winners) => winners !== null)).toBe(kind === "over");
});

test("a step that is not the one the organiser saw moves nothing", async () => {
  const { id, scope } = await drawnRaffle();
  for (const from of [1, -1, 4]) expect(await advanceShow(site, scope, from)).toEqual({ ok: true, value: 0 });
  await advanceShow(site, scope, 0);
  expect(await advanceShow(site, scope, 0)).toEqual({ ok: true, value: 1 });
  expect(await readShowStep(db, id)).toBe(1);
});

describe("of several desks that move a show on at once", () => {
  /** Each with a connection of its own, at every step of the show. */
  async function raceTo(last: number, move: (db: typeof database.db, from: number) => Promise<unknown>) {
    const desks = [1, 2, 3, 4].map(() => connectDatabase(database));
    for (let from = 0; from < last; from += 1) await Promise.all(desks.map((desk) => move(desk.db, from)));
    await Promise.all(desks.map((desk) => desk.close()));
  }

  test("one moves it", async () => {
    const { id, scope } = await drawnRaffle();
    const steps: number[] = [];
    await raceTo(3, async (own, from) => {
      await advanceShow({ ...site, db: own }, scope, from);
      steps.push(await readShowStep(own, id));
    });
    expect(steps).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  });

  test("several would, if the step that they saw did not count (control)", async () => {
    const { id, scope } = await drawnRaffle();
    await advanceShow(site, scope, 0);
    await raceTo(1, (own) =>
      own
        .updateTable("drawShows")
        .set(({ eb }) => ({ step: eb("step", "+", 1) }))
        .where("raffleId", "=", id)
        .execute(),
    );
    expect(await readShowStep(db, id)).toBe(5);
  });
});

test("the audience is told times and tickets before the draw, and where the randomness is awaited", async () => {
  const raffle = await api.createRaffle();
  const before = await shown(raffle.codeId);
  expect(before).toMatchObject({ locked: null, isDrawn: false, step: 0, prizes: [{ name: "Queso de bola" }, {}] });
  expect(phaseOf(before, Date.parse(before.dueAt))).toEqual({ kind: "open" });
  expect(phaseOf(before, Date.parse(before.dueAt) + 1)).toEqual({ kind: "checking" });
  const locked = await shown((await lockedRaffle(api, pool)).codeId);
  expect(locked).toMatchObject({
    isDrawn: false,
    locked: {
      tickets: 3,
      inPlay: 3,
      lockHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      sixWords: expect.stringMatching(/^([a-z]+ ){5}[a-z]+$/),
    },
  });
  const roundAt = Date.parse(locked.locked?.roundAt ?? "");
  expect(phaseOf(locked, roundAt - 1)).toEqual({ kind: "locked" });
  expect(phaseOf(locked, roundAt)).toEqual({ kind: "beacon" });
  expect(await readShow(db, "NOSUCHRA")).toBeNull();
});

test("the public form of a name is all that is told of a winner, and none of whoever chose the number alone", async () => {
  const { id, codeId, scope } = await drawnRaffle();
  await pool.query("update entries set named_by_ticket = true where raffle_id = $1 and first_name = 'Jose'", [id]);
  await endShow(site, scope);
  expect(revealed(await shown(codeId))).toEqual([["2 null"], ["1 Maria P.", "3 Ana C."]]);
  expect(JSON.stringify(await shown(codeId))).not.toMatch(/Peña|@|\b0917\d{7}\b|Rizal/);
});
