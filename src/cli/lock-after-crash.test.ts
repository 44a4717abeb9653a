import type pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import type { SignedLock } from "#src/draws/protocol/transcript.ts";
import { verifyDraw } from "#src/draws/protocol/verify/verify.ts";
import { entryBody, raffleBody, type TestRaffle } from "../../tests/support/api.ts";
import { askSite } from "../../tests/support/ask-site.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { bundledDatabase, closeAfterEach, killSite } from "../../tests/support/killed-sites.ts";
import { jsonFilesOf, type MailServer, startMailServer } from "../../tests/support/mail-server.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";

/** Where a lock can be held up, by what another transaction holds. */
const STEPS = {
  "before the list is written": "lock table draw_list_parts in exclusive mode",
  "when the list is written, and not yet locked": "lock table draw_locks in exclusive mode",
  "when it is locked, and its mails are not yet asked for": "lock table draw_mailings in exclusive mode",
  "when all is stored, and not yet committed": "lock table audit_log in exclusive mode",
  "when it is committed, and its mails are being queued": "lock table mails in exclusive mode",
} as const;

type Step = keyof typeof STEPS;
const ALL_STEPS = Object.keys(STEPS) as Step[];
const AFTER_COMMIT: Step = "when it is committed, and its mails are being queued";

let mails: MailServer;
const { closing, opened, connect } = closeAfterEach();

beforeEach(async () => {
  mails = await startMailServer();
  closing.push(() => mails.close());
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<SiteProcess> {
  const mail = { SMTP_URL: mails.url, MAIL_FROM: "raffles@example.com" };
  const site = await startSite({ env: { ...mail, ...env } });
  closing.push(() => site.stop());
  return site;
}

type Raffle = Pick<TestRaffle, "id" | "codeId"> & { readonly emails: readonly string[] };

/** A raffle without rules whose entrants have their receipts already. */
async function enterRaffle({ origin }: SiteProcess): Promise<Raffle> {
  const ask = askSite(origin);
  const { body } = await ask("POST", "/raffles", raffleBody({ drawRequires: "none", rules: [] }));
  const { id, codeId } = body as TestRaffle;
  const people = [entryBody(), entryBody(), entryBody()];
  for (const person of people) expect((await ask("POST", `/raffles/${id}/entries`, person)).status).toBe(201);
  const emails = people.map(({ email }) => String(email));
  await mails.until(() => emails.every((email) => mails.accepted.some(({ to }) => to === email)));
  return { id, codeId, emails };
}

/** Lets the time of the lock come, holds it up at this step, and waits until it is there. */
async function holdUp({ id }: Raffle, step: Step, client: pg.Client, watcher: pg.Client): Promise<void> {
  await client.query("begin");
  await client.query(STEPS[step]);
  await watcher.query("update raffles set due_date = now() - interval '1 second', lock_at = now() where id = $1", [id]);
  const reached = `
    select count(*) filter (where wait_event_type = 'Lock') > 0
      and (select count(*) from draw_locks where raffle_id = $1) = $2 as reached
    from pg_stat_activity where datname = current_database()`;
  const locks = step === AFTER_COMMIT ? 1 : 0;
  await expect.poll(async () => (await watcher.query(reached, [id, locks])).rows[0].reached).toBe(true);
}

/** Waits for the lock, and expects that it is right, was made once, and was mailed once to each. */
async function expectLockedOnce({ origin }: SiteProcess, { id, emails }: Raffle, client: pg.Client): Promise<void> {
  const locked = async () => (await askSite(origin)("GET", `/raffles/${id}/draw`)).body as SignedLock;
  await expect.poll(locked).toHaveProperty("signature");
  const list = await fetch(`${origin}/api/raffles/${id}/draw/tickets`);
  const input = { transcript: await locked(), list: [new Uint8Array(await list.arrayBuffer())] };
  const verified = await verifyDraw(input, { now: Date.now() / 1000 });
  expect(verified).toMatchObject({ ok: true, value: { transcript: "not-drawn-yet" } });
  const { rows } = await client.query(
    `select encode(lock_hash, 'hex') as hash, (select count(*)::int from audit_log where scope_id = $1 and action = 'lock-list') as times
     from draw_locks where raffle_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ hash: verified.ok ? verified.value.lockHash : "", times: 1 }]);
  // The file that a verifier reads has the lock hash, for whoever relies on it.
  const notified = () =>
    mails.accepted.flatMap(({ to, mail }) =>
      jsonFilesOf(mail).some((file) => file.lockHash === rows[0].hash) ? [to] : [],
    );
  await mails.until(() => notified().length >= emails.length);
  // What would be mailed twice would be in the outbox by now.
  const queued = "select count(*)::int as mails from mails where raffle_id = $1 and mailing_id is not null";
  const filled = "select state from draw_mailings where raffle_id = $1";
  await expect.poll(async () => (await client.query(filled, [id])).rows).toEqual([{ state: "filled" }]);
  expect((await client.query(queued, [id])).rows).toEqual([{ mails: emails.length }]);
  expect(notified().toSorted()).toEqual([...emails].toSorted());
}

describe("a site that is killed with -9", () => {
  test.for(ALL_STEPS)("%s: the next one locks once and mails once", async (step) => {
    const database = await createTestDatabase();
    closing.push(() => database.close());
    const env = { DATABASE_URL: database.connectionString };
    const [client, watcher] = [await connect(database.connectionString), await connect(database.connectionString)];
    const first = await start(env);
    const raffle = await enterRaffle(first);
    await holdUp(raffle, step, client, watcher);
    await killSite(first);
    await client.query("rollback");
    await expectLockedOnce(await start(env), raffle, watcher);
  });
});

describe.skipIf(process.platform !== "linux")("a database that is killed with -9", () => {
  test("at each step of a lock: the same process locks once and mails once", async () => {
    const site = await start();
    const bundled = bundledDatabase(site);
    const open = async () => opened(await bundled.open());
    let watcher = await open();
    for (const step of ALL_STEPS) {
      const raffle = await enterRaffle(site);
      const client = await open();
      await holdUp(raffle, step, client, watcher);
      await bundled.kill();
      watcher = await open();
      await expectLockedOnce(site, raffle, watcher);
    }
  });
});
