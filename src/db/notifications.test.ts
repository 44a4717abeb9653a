import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { startTcpProxy } from "../../tests/support/tcp-proxy.ts";
import { createNotifications, type Notifications } from "./notifications.ts";

let database: TestDatabase;
let notifications: Notifications;
let lost: Error[];

beforeAll(async () => {
  database = await createEmptyDatabase();
});

afterAll(() => database.close());

beforeEach(() => {
  lost = [];
  notifications = createNotifications({
    connectionString: database.connectionString,
    onLostConnection: (error) => lost.push(error),
  });
});

afterEach(() => notifications.close());

/** Subscribes to a channel, and returns its notifications one by one. */
function newsOf(channel: string) {
  const received: (string | null)[] = [];
  let more = Promise.withResolvers<void>();
  const unsubscribe = notifications.subscribe(channel, (payload) => {
    received.push(payload);
    more.resolve();
  });
  async function next(): Promise<string | null> {
    while (received.length === 0) {
      await more.promise;
      more = Promise.withResolvers();
    }
    return received.shift() ?? null;
  }
  return { next, received: received, unsubscribe };
}

const notify = (channel: string, payload: string) =>
  database.pool.query("select pg_notify($1, $2)", [channel, payload]);

const LISTENING =
  "select pid from pg_stat_activity where application_name = 'tambiolo notifications' and datname = current_database()";

test("subscribers are told that listening has begun, and then what is told on their channel", async () => {
  const [counts, other] = [newsOf("counts"), newsOf("Other one")];
  expect([await counts.next(), await other.next()]).toEqual([null, null]);
  await notify("counts", "a");
  await notify("Other one", "b");
  expect([await counts.next(), await other.next()]).toEqual(["a", "b"]);

  // A channel that comes later is listened to over the same connection.
  const late = newsOf("late");
  expect(await late.next()).toBeNull();
  await notify("late", "c");
  expect(await late.next()).toBe("c");
  expect((await database.pool.query(LISTENING)).rowCount).toBe(1);
});

test("who waits to be caught up has been told what was committed before", async () => {
  const counts = newsOf("counts");
  expect(notifications.isListeningTo("counts")).toBe(false);
  await counts.next();
  expect([notifications.isListeningTo("counts"), notifications.isListeningTo("other")]).toEqual([true, false]);
  for (let round = 0; round < 50; round += 1) {
    await notify("counts", String(round));
    await notifications.waitUntilNotified();
    expect(counts.received).toEqual([String(round)]);
    counts.received.length = 0;
  }
  await notifications.close();
  expect(notifications.isListeningTo("counts")).toBe(false);
  await notifications.waitUntilNotified();
});

test("who unsubscribes is told nothing more", async () => {
  const [leaving, staying] = [newsOf("counts"), newsOf("counts")];
  await Promise.all([leaving.next(), staying.next()]);
  leaving.unsubscribe();
  await notify("counts", "a");
  expect(await staying.next()).toBe("a");
  expect(leaving.received).toEqual([]);
});

test("a lost connection is made again, and subscribers know that they may have missed something", async () => {
  const counts = newsOf("counts");
  await counts.next();
  await database.pool.query(`select pg_terminate_backend(pid) from (${LISTENING}) as ours`);
  expect(await counts.next()).toBeNull();
  expect(lost[0]?.message).toContain("terminating connection");
  await notify("counts", "after");
  expect(await counts.next()).toBe("after");
});

test("a connection that died in silence is noticed, and made again", async () => {
  const proxy = await startTcpProxy(database.connectionString);
  const gone = Promise.withResolvers<Error>();
  const far = createNotifications({
    connectionString: proxy.connectionString,
    onLostConnection: gone.resolve,
  });
  const heard: (string | null)[] = [];
  const anew = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  far.subscribe("counts", (news) => {
    heard.push(news);
    if (heard.length === 1) first.resolve();
    else anew.resolve();
  });
  await first.promise;
  proxy.hang();
  await gone.promise;
  expect(far.isListeningTo("counts")).toBe(false);
  proxy.mend();
  await anew.promise;
  expect(heard).toEqual([null, null]);
  await far.close();
  await proxy.stop();
});

test("closing leaves no connection, also where none could be made", async () => {
  const counts = newsOf("counts");
  await counts.next();
  await Promise.all([notifications.close(), notifications.close()]);
  // The server takes a moment to notice that a connection was closed.
  await expect.poll(async () => (await database.pool.query(LISTENING)).rowCount).toBe(0);

  const failed = Promise.withResolvers<Error>();
  const nowhere = createNotifications({
    connectionString: "postgres://127.0.0.1:1/nowhere",
    onLostConnection: failed.resolve,
  });
  nowhere.subscribe("counts", () => undefined);
  await failed.promise;
  await nowhere.close();
});
