import { afterAll, expect, test } from "vitest";
import { recordChange } from "#src/access/audit/audit.ts";
import { HOUR_MS, systemClock } from "#src/base/clock.ts";
import { connectDatabase, type Database } from "#src/db/connect.ts";
import { createNotifications } from "#src/db/notifications.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { asOrganiser, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { listPublishedRaffles } from "../read.ts";
import { findPlanned, publishPlanned, setPublished, startPublishing } from "./publish.ts";
import { raffleChanges } from "./raffle-changes.ts";

const { database, site, ...api } = await openTestApi({ RATE_LIMITS: "off" });
const { db, connectionString } = database;

const fromNow = (hours: number) => new Date(systemClock().getTime() + hours * HOUR_MS);
const later = { db, clock: () => fromNow(2) };

const processes = [1, 2, 3, 4].map(() => connectDatabase({ connectionString }));
afterAll(() => Promise.all(processes.map((one) => one.close())));

const planned = () => api.createRaffle({ status: "Unpublished", publishAt: fromNow(1).toISOString() });

async function publishNextPlanned(deps: Parameters<typeof findPlanned>[0]): Promise<boolean> {
  const due = await findPlanned(deps, []);
  return due ? publishPlanned(deps, due.id) : false;
}

async function publishAll(): Promise<void> {
  while (await publishNextPlanned(later));
}

async function edit({ codeId, accessCode }: TestRaffle, version: number, changes: object) {
  return api.ask("PATCH", `/raffles/${codeId}`, { version, ...changes }, asOrganiser(codeId, accessCode));
}

async function logOf({ id }: Pick<TestRaffle, "id">) {
  return db
    .selectFrom("auditLog")
    .select(["actor", "action", "before", "after"])
    .where("scopeId", "=", id)
    .orderBy("id")
    .execute();
}

const stateOf = ({ id }: Pick<TestRaffle, "id">) =>
  db.selectFrom("raffles").select(["status", "publishAt", "version"]).where("id", "=", id).executeTakeFirstOrThrow();

const listed = async () => (await listPublishedRaffles(db, 1)).raffles.map(({ codeId }) => codeId);

test("a raffle is on the list from its planned time on, everybody's memory is told, and the log says so", async () => {
  const notifications = createNotifications({ connectionString });
  const notified: string[] = [];
  raffleChanges(notifications).subscribe((names) => notified.push(...(names ?? [])));
  await expect.poll(() => notifications.isListeningTo("raffle_changes")).toBe(true);
  const raffle = await planned();
  const { publishAt } = await stateOf(raffle);
  await notifications.waitUntilNotified();
  notified.length = 0;

  expect(await publishNextPlanned({ db, clock: () => new Date(Number(publishAt) - 1) })).toBe(false);
  expect(await listed()).not.toContain(raffle.codeId);
  expect(await publishNextPlanned({ db, clock: () => new Date(Number(publishAt)) })).toBe(true);
  expect(await listed()).toContain(raffle.codeId);
  await notifications.waitUntilNotified();
  await notifications.close();
  expect(notified).toContain(raffle.codeId);
  expect(await stateOf(raffle)).toEqual({ status: "Published", publishAt: null, version: 2 });
  expect(await logOf(raffle)).toEqual([
    {
      actor: "site",
      action: "publish-as-planned",
      before: { status: "Unpublished", publishAt: publishAt?.toISOString() },
      after: { status: "Published", publishAt: null },
    },
  ]);
});

test("of several processes one publishes a raffle, once", async () => {
  const raffles = await Promise.all(Array.from({ length: 12 }, planned));
  await Promise.all(
    processes.map(async (own) => {
      while (await publishNextPlanned({ ...later, db: own.db }));
    }),
  );
  await publishAll();
  for (const raffle of raffles) expect(await logOf(raffle)).toHaveLength(1);

  // The control: all of them find a raffle due, and without its row's lock each would publish it.
  const raffle = await planned();
  const due = ({ db: own }: { readonly db: Database }) =>
    own.selectFrom("raffles").select("id").where("publishAt", "<=", fromNow(2)).executeTakeFirstOrThrow();
  const found = await Promise.all(processes.map(due));
  for (const { id } of found) {
    await inTransaction(db, async (tx) => {
      await tx.updateTable("raffles").set({ status: "Published", publishAt: null }).where("id", "=", id).execute();
      const scope = { raffleId: id, actor: "site" } as const;
      const change = { action: "publish-as-planned", subject: raffle.codeId, before: null, after: null } as const;
      await recordChange(tx, scope, change, systemClock);
    });
  }
  expect(await logOf(raffle)).toHaveLength(processes.length);
});

test("what was due while no process ran is published at the start, beside a raffle that is being edited", async () => {
  const [edited, missed] = [await planned(), await planned()];
  await inTransaction(db, async (tx) => {
    await tx.selectFrom("raffles").select("id").where("id", "=", edited.id).forNoKeyUpdate().execute();
    const publishing = startPublishing(later, (error) => expect.fail(String(error)));
    await expect.poll(async () => (await stateOf(missed)).status).toBe("Published");
    await publishing.stop();
  });
  expect((await stateOf(edited)).status).toBe("Unpublished");
  await publishAll();
  expect((await stateOf(edited)).status).toBe("Published");
});

test("a plan is changed by its organiser, which the log says, and cannot be in the past or after the due date", async () => {
  const raffle = await planned();
  const [was, then] = [(await stateOf(raffle)).publishAt?.toISOString(), fromNow(3).toISOString()];
  const refused = { status: 422, body: { errors: { publishAt: expect.anything() } } };
  expect(await edit(raffle, 1, { publishAt: fromNow(-1).toISOString() })).toMatchObject(refused);
  expect(await edit(raffle, 1, { dueDate: fromNow(0.5).toISOString() })).toMatchObject(refused);
  expect(await edit(raffle, 1, { status: "Published", publishAt: then })).toMatchObject(refused);
  expect(await edit(raffle, 1, { publishAt: then })).toMatchObject({ status: 200, body: { publishAt: then } });
  expect(await edit(raffle, 2, { publishAt: null })).toMatchObject({ status: 200, body: { publishAt: null } });
  expect(await logOf(raffle)).toMatchObject([
    { action: "edit-raffle", before: { publishAt: was }, after: { publishAt: then } },
    { action: "edit-raffle", before: { publishAt: then }, after: { publishAt: null } },
  ]);
  await publishAll();
  expect((await stateOf(raffle)).status).toBe("Unpublished");
});

test("whoever publishes by hand ends the plan, and who opened the raffle before it came true overwrites nothing", async () => {
  const [byOrganiser, byAdmin, asPlanned] = [await planned(), await planned(), await planned()];
  const plan = (await stateOf(asPlanned)).publishAt?.toISOString();
  expect(await edit(byOrganiser, 1, { status: "Published" })).toMatchObject({ status: 200, body: { publishAt: null } });
  await setPublished(site, await organiserScope(site, byAdmin), true);
  expect(await stateOf(byAdmin)).toEqual({ status: "Published", publishAt: null, version: 2 });
  expect((await logOf(byAdmin))[0]?.after).toEqual({ status: "Published", publishAt: null });
  await setPublished(site, await organiserScope(site, byAdmin), false);
  expect(await edit(byOrganiser, 2, { status: "Unpublished" })).toMatchObject({ status: 200 });

  await publishAll();
  for (const raffle of [byOrganiser, byAdmin]) expect(await stateOf(raffle)).toMatchObject({ status: "Unpublished" });
  const stale = await edit(asPlanned, 1, { status: "Unpublished", publishAt: plan, details: "Later" });
  expect(stale).toMatchObject({ status: 409, body: { reasons: { version: [{ key: "raffleChanged" }] } } });
  expect((await stateOf(asPlanned)).status).toBe("Published");
});
