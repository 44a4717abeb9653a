import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "#src/base/clock.ts";
import { newId } from "#src/base/ids.ts";
import { readConfig } from "#src/config/config.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { type MailServer, startMailServer } from "../../tests/support/mail-server.ts";
import { type Admission, mailDelivery } from "./delivery.ts";
import type { MailPlace, MailState } from "./schema.ts";
import { queueMail, releaseDeferred, releaseHeld, takeWaiting } from "./write.ts";

const RAFFLE = newId();

let database: TestDatabase;
let server: MailServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startMailServer();
});

afterAll(async () => {
  await server.close();
  await database.close();
});

/** How often a mail was counted. */
let counted = 0;

type Process = { readonly admission: Admission; readonly canRender?: boolean; readonly canSend?: boolean };

/** What a process of a site does whose day is full or has room. */
function run(place: MailPlace, { admission, canRender = true, canSend = true }: Process) {
  const config = readConfig({ SMTP_URL: server.url, MAIL_FROM: "raffles@example.com" });
  if (!config.ok) throw new Error(config.refusal);
  const job = mailDelivery({
    db: database.db,
    renderers: {
      hello: async () => {
        if (!canRender) throw new Error("a bug");
        return { to: { name: "", address: "juan@example.com" }, subject: "Hello", text: "", html: "" };
      },
    },
    server: canSend ? config.value.smtp : undefined,
    sender: { from: { name: "T", address: "raffles@example.com" }, replyTo: undefined, origin: "https://example.com" },
    admit: async () => {
      if (admission === "now") counted += 1;
      return admission;
    },
  });
  return job.run(place, new AbortController().signal);
}

const take = (kinds?: readonly string[]) => inTransaction(database.db, (tx) => takeWaiting(tx, 10, kinds));
const release = () => inTransaction(database.db, (tx) => releaseDeferred(tx, 10));

async function stateOf({ mailId }: MailPlace): Promise<MailState> {
  const row = await database.db.selectFrom("mails").select("state").where("id", "=", mailId).executeTakeFirstOrThrow();
  return row.state as MailState;
}

async function queued(kind = "hello"): Promise<void> {
  await inTransaction(database.db, (tx) => queueMail(tx, { kind, raffleId: RAFFLE, entryId: newId(), language: "en" }));
}

test("a mail past the day's limit waits, is counted again each day, and is sent once", async () => {
  await queued();
  const [mail] = (await take()) as [MailPlace];
  expect(await run(mail, { admission: { waitMs: HOUR_MS } })).toMatchObject({ ok: true });
  expect(await stateOf(mail)).toBe("deferred");
  await release();
  expect(await take()).toEqual([]);

  for (const admission of [{ waitMs: HOUR_MS }, "now"] as const) {
    await database.pool.query("update mails set deferred_until = now()");
    await release();
    expect(await take()).toEqual([mail]);
    await run(mail, { admission });
  }
  expect(await stateOf(mail)).toBe("sent");
  expect(server.accepted).toHaveLength(1);
});

test("a mail is counted once, also where its first tries ended before it could be", async () => {
  await queued();
  const [mail] = (await take()) as [MailPlace];
  counted = 0;
  await expect(run(mail, { admission: "now", canRender: false })).rejects.toThrow("a bug");
  await run(mail, { admission: "now", canSend: false });
  expect([counted, await stateOf(mail)]).toEqual([0, "held"]);
  await inTransaction(database.db, releaseHeld);
  expect(await take()).toEqual([mail]);
  server.onRecipient = () => 450;
  await run(mail, { admission: "now" });
  expect([counted, await stateOf(mail)]).toEqual([1, "waiting"]);
  server.onRecipient = () => undefined;
  await run(mail, { admission: "never" });
  expect([counted, await stateOf(mail)]).toEqual([1, "sent"]);
});

test("a mail that waited for a week is left to an admin", async () => {
  await queued();
  const [mail] = (await take()) as [MailPlace];
  await database.pool.query("update mails set created_at = now() - interval '8 days'");
  await run(mail, { admission: { waitMs: HOUR_MS } });
  expect(await stateOf(mail)).toBe("failed");
});

test("urgent mails are taken before all that waited longer", async () => {
  await queued();
  await queued();
  await queued("prize-won");
  const first = await take(["prize-won"]);
  expect(first).toHaveLength(1);
  const { rows } = await database.pool.query("select kind from mails where id = $1", [first[0]?.mailId]);
  expect(rows).toEqual([{ kind: "prize-won" }]);
  expect(await take()).toHaveLength(2);
});
