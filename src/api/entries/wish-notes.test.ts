import { expect, it } from "vitest";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { entryBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const { database, ...api } = await openTestApi();
const prizes = Array.from({ length: 20 }, (_, n) => ({ prizeCode: `P${n}`, name: `Prize ${n}` }));
const raffle = await api.createRaffle({ prizes });
const FULL = "a".repeat(ENTRY_LIMITS.note);

const wishes = (notes: readonly string[]) => notes.map((note, place) => ({ prizeId: raffle.prizes[place]?.id, note }));
const enter = (notes: readonly string[]) =>
  api.ask("POST", `/raffles/${raffle.codeId}/entries?lang=en`, entryBody({ wishes: wishes(notes) }));
const shorten = { wishes: [expect.stringContaining("too long together")] };

it("takes notes of 500 letters each, 4 KB of them together in an entry", async () => {
  expect((await enter(Array(8).fill(FULL))).status).toBe(201);
  const refused = await enter(Array(9).fill(FULL));
  expect([refused.status, refused.body.errors]).toEqual([422, shorten]);
  // A letter of four bytes counts as four.
  expect((await enter(Array(3).fill("🎁".repeat(250)))).status).toBe(201);
  expect((await enter(Array(5).fill("🎁".repeat(250)))).status).toBe(422);
});

it("takes no more by changes, but lets a longer entry of before be shortened", async () => {
  const { entryCode } = (await enter(Array(8).fill(FULL))).body;
  const change = (notes: readonly string[]) =>
    api.ask("PATCH", `/entries/${entryCode}?lang=en`, { notes: wishes(notes) });
  const refused = await change(Array(9).fill(FULL));
  expect([refused.status, refused.body.errors]).toEqual([422, shorten]);
  const stored = JSON.stringify(wishes(Array(20).fill(FULL)).map((wish) => ({ ...wish, status: "Selected" })));
  await database.pool.query("update entries set wishes = $1 where entry_code = $2", [stored, entryCode]);
  expect((await change(Array(18).fill("short"))).status).toBe(200);
  expect((await change(Array(18).fill(FULL))).status).toBe(422);
});
