import { expect, it } from "vitest";
import { MINUTE_MS } from "#src/base/clock.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { indexNextEntries } from "../lists/search-index.ts";
import { readEntriesByHour } from "./by-hour.ts";

const { database, ...api } = await openTestApi();
const at = (time: string) => new Date(`2026-11-21T${time}Z`);

/** A raffle that is due at 08:30, with an entry at each of these moments. */
async function enteredAt(...moments: Date[]) {
  const { id } = await api.createRaffle();
  for (const createdAt of moments) {
    const code = await api.enter({ id });
    await database.db.updateTable("entries").set({ createdAt }).where("entryCode", "=", code).execute();
  }
  while ((await indexNextEntries(database.db)).changes > 0);
  return { id, dueDate: at("08:30") };
}

it("counts the last 24 hours up to now, and all entries", async () => {
  const raffle = await enteredAt(at("07:59"), at("07:00"), at("06:59"), new Date("2026-11-20T07:59Z"));
  const { total, hours } = await readEntriesByHour(database.db, raffle, at("07:59"));
  expect(total).toBe(4);
  expect(hours.map((hour) => hour.entries)).toEqual([...Array(22).fill(0), 1, 2]);
  expect([hours[0]?.from, hours.at(-1)?.from]).toEqual([new Date("2026-11-20T08:00Z"), at("07:00")]);
});

it("stops at the due date, so that the last day stays to be seen", async () => {
  const raffle = await enteredAt(at("08:29"), new Date(at("08:30").getTime() - 23 * 60 * MINUTE_MS));
  const { hours } = await readEntriesByHour(database.db, raffle, new Date("2026-12-24T12:00Z"));
  expect(hours.map((hour) => hour.entries)).toEqual([1, ...Array(22).fill(0), 1]);
});

it("counts what is deleted no more, and no other raffle", async () => {
  const raffle = await enteredAt(at("07:00"));
  await enteredAt(at("07:00"));
  expect((await readEntriesByHour(database.db, raffle, at("07:30"))).total).toBe(1);
  await database.db.deleteFrom("entries").where("raffleId", "=", raffle.id).execute();
  while ((await indexNextEntries(database.db)).changes > 0);
  const { total, hours } = await readEntriesByHour(database.db, raffle, at("07:30"));
  expect([total, hours.some((hour) => hour.entries !== 0)]).toEqual([0, false]);
});
