import { expect, test } from "vitest";
import { asOrganiser, raffleBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const { database, ...api } = await openTestApi();
const { pool } = database;

/** A raffle with an entry whose due date has passed. */
async function closedRaffle() {
  const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
  await api.enter(raffle);
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  return { ...raffle, headers: asOrganiser(raffle.codeId, raffle.accessCode) };
}

async function lockAtOf({ id }: { readonly id: string }): Promise<Date | null> {
  return (await pool.query("select lock_at from raffles where id = $1", [id])).rows[0].lock_at;
}

test("a prize code that becomes longer by normalisation is refused", async () => {
  // U+FB2C is three characters in every normal form.
  const prizes = [{ prizeCode: "\uFB2C".repeat(14), name: "Ham" }];
  const answer = await api.ask("POST", "/raffles", raffleBody({ prizes }));
  expect(answer).toMatchObject({ status: 422, body: { errors: { "prizes.0.prizeCode": expect.anything() } } });
});

test("a draw date that no plan can name is refused", async () => {
  const answer = await api.ask("POST", "/raffles", raffleBody({ drawDate: "9999-12-31T23:59:59.5Z" }));
  expect(answer).toMatchObject({ status: 422, body: { errors: { drawDate: expect.anything() } } });
});

test("a raffle that was drawn otherwise does not lock by itself because its organiser edits it", async () => {
  const raffle = await closedRaffle();
  await pool.query("update raffles set lock_at = null where id = $1", [raffle.id]);
  const edit = (body: object) => api.ask("PATCH", `/raffles/${raffle.id}`, body, raffle.headers);
  expect(await edit({ version: 1, details: "Another text" })).toMatchObject({ status: 200 });
  expect(await lockAtOf(raffle)).toBeNull();
  expect(await edit({ version: 2, drawDate: "2130-01-01T00:00:00Z" })).toMatchObject({ status: 200 });
  expect(await lockAtOf(raffle)).toEqual(new Date("2129-12-31T23:00:00Z"));
});
