import { expect, test } from "vitest";
import { grantAdmin } from "#src/accounts/users.ts";
import { HOUR_MS } from "#src/base/clock.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { adminWithCode } from "../../tests/support/admin.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { readSiteStats } from "./site-stats.ts";

const api = await openTestApi();
const { db, accounts } = api.site;

test("an admin reads how much there is, and what came in which hour of the last day", async () => {
  const password = "mango street at noon";
  const typed = { username: "Boss", email: "boss@example.com", password, repeated: password, anyway: false };
  const made = await accounts.register({ cookie: undefined, address: "192.0.2.1", language: "en" }, typed);
  await grantAdmin(api.site, typed.email, { sendsMail: false, vouched: true });
  const cookie = (made.ok ? made.value : []).map((one) => one.split(";")[0]).join("; ");
  const admin = await adminWithCode(accounts, cookie, password);
  const empty = await readSiteStats(db, admin);
  expect(empty).toMatchObject({ raffles: 0, published: 0, users: 1, entries: 0, entriesOfDay: 0 });

  const raffle = await api.createRaffle();
  const other = await api.createRaffle({ status: "Unpublished" });
  const now = Date.now();
  for (const [hoursAgo, where] of [
    [0, raffle],
    [2, raffle],
    [2, other],
    [23, other],
    [30, other],
  ] as const) {
    const entryCode = await api.enter(where);
    const createdAt = new Date(now - hoursAgo * HOUR_MS).toISOString();
    await db.updateTable("entries").set({ createdAt }).where("entryCode", "=", entryCode).execute();
  }
  while ((await indexNextEntries(db)).changes > 0);
  const { hours, ...totals } = await readSiteStats(db, admin);
  expect(totals).toEqual({ raffles: 2, published: 1, users: 1, entries: 5, entriesOfDay: 4 });
  expect(hours).toHaveLength(25);
  const ofHour = (hoursAgo: number) =>
    hours.find(({ from }) => Math.floor(from.getTime() / HOUR_MS) === Math.floor(now / HOUR_MS) - hoursAgo)?.entries;
  expect([0, 1, 2, 23].map(ofHour)).toEqual([1, 0, 2, 1]);
});
