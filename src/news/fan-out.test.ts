import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { addressKey, addressKeyInSql, mailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import { queueMails } from "#src/mail/write.ts";
import { registerAdmin } from "../../tests/support/admin.ts";
import { asOrganiser } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { newsFanOut } from "./fan-out.ts";
import { countRecipients, listSentNews } from "./read.ts";
import { refuseNews } from "./refusals.ts";
import { saveDraft, sendNews, stopNews } from "./send-news.ts";

const api = await openTestApi();
const { db, clock } = api.site;
const keys = mailKeys(api.site.secret);
const deps = { db, clock, keys };
const admin = await registerAdmin(api.site, "boss@example.com");

const BATCH_SIZE = 7;
const PEOPLE = 40;

let addresses: string[] = [];

beforeEach(async () => {
  await db.deleteFrom("news").execute();
  await db.deleteFrom("newsRefusals").execute();
  await db.deleteFrom("entries").execute();
  const raffle = await api.createRaffle();
  const another = await api.createRaffle();
  addresses = Array.from({ length: PEOPLE }, (_, n) => `wants${n}@example.com`);
  await Promise.all([
    ...addresses.map((email) => api.enter(raffle, { email, promotions: true })),
    // The same people again, half of them in upper case, and as many who want no news.
    ...addresses.map((email, n) =>
      api.enter(another, { email: n % 2 ? email.toUpperCase() : email, promotions: true }),
    ),
    ...addresses.map((email) => api.enter(another, { email: `not.${email}` })),
  ]);
});

async function begin(): Promise<string> {
  const draft = await saveDraft(deps, admin, null, { en: { subject: "Fiesta", text: "Come" }, de: {}, fil: {} });
  const id = draft.ok ? draft.value : "";
  expect(await sendNews(deps, admin, id)).toMatchObject({ ok: true });
  return id;
}

/** The address of each news mail in the outbox. */
async function filledWith(): Promise<string[]> {
  const rows = await db
    .selectFrom("mails")
    .innerJoin("entries", (join) =>
      join.onRef("entries.raffleId", "=", "mails.raffleId").onRef("entries.id", "=", "mails.entryId"),
    )
    .select("emailKey")
    .where("mails.kind", "=", "news")
    .execute();
  return rows.map(({ emailKey }) => String(emailKey)).toSorted();
}

async function fill(filling = newsFanOut(keys, BATCH_SIZE)): Promise<number> {
  let batches = 0;
  while ((await inTransaction(db, filling)) > 0) batches += 1;
  return batches;
}

test("the database hashes an address as we do", async () => {
  const rows = await db
    .selectFrom("entries")
    .select("emailKey")
    .select((eb) => addressKeyInSql(keys, eb.ref("emailKey").$notNull()).as("hashed"))
    .execute();
  expect(rows).toHaveLength(3 * PEOPLE);
  for (const { emailKey, hashed } of rows) expect(hashed).toEqual(addressKey(keys, String(emailKey)));
});

describe("news that is sent", () => {
  test("fills the outbox in batches, each address once, as many as the admin was shown", async () => {
    expect(await countRecipients(db, admin, keys)).toEqual({ own: PEOPLE, typed: 0 });
    await begin();
    expect(await fill()).toBeGreaterThan(3 * Math.floor(PEOPLE / BATCH_SIZE));
    expect(await filledWith()).toEqual(addresses.toSorted());
    expect(await listSentNews(db, admin)).toMatchObject([{ state: "filled", people: PEOPLE, waiting: PEOPLE }]);
  });

  test("goes on where a process ended, in a batch or after one", async () => {
    await begin();
    const filling = newsFanOut(keys, BATCH_SIZE);
    for (const _ of [1, 2, 3]) await inTransaction(db, filling);
    const before = await filledWith();
    const killed = inTransaction(db, async (tx) => {
      await newsFanOut(keys, BATCH_SIZE)(tx);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await filledWith()).toEqual(before);
    expect(await listSentNews(db, admin)).toMatchObject([{ state: "filling", waiting: PEOPLE }]);
    await fill();
    expect(await filledWith()).toEqual(addresses.toSorted());
  });

  test("fills it once, however many processes do so", async () => {
    await begin();
    const process = async () => {
      const filling = newsFanOut(keys, BATCH_SIZE);
      for (let idle = 0; idle < 20; ) idle = (await inTransaction(db, filling)) > 0 ? 0 : idle + 1;
    };
    await Promise.all([process(), process(), process()]);
    expect(await filledWith()).toEqual(addresses.toSorted());
  });

  test("would reach people twice, if the outbox did not know who has it", async () => {
    const id = await begin();
    const naive = async () => {
      const entries = await db
        .selectFrom("entries")
        .select(["raffleId", "id"])
        .where("promotions", "=", true)
        .execute();
      const mails = entries.map((entry) => ({
        kind: "news",
        raffleId: entry.raffleId,
        entryId: entry.id,
        language: "en" as const,
        news: { id, addressKey: null },
      }));
      await inTransaction(db, (tx) => queueMails(tx, mails));
    };
    await Promise.all([naive(), naive()]);
    expect((await filledWith()).length).toBe(4 * PEOPLE);
  });

  test("leaves out who has refused, until they ask for it anew, and who enters later", async () => {
    const [first = "", second = ""] = addresses;
    for (const email of [first, second]) {
      expect(await refuseNews(deps, unsubscribeToken(keys, addressKey(keys, email)))).toBe(true);
    }
    expect(await countRecipients(db, admin, keys)).toEqual({ own: PEOPLE - 2, typed: 0 });
    await api.enter(await api.createRaffle(), { email: second, promotions: true });
    expect(await countRecipients(db, admin, keys)).toEqual({ own: PEOPLE - 1, typed: 0 });
    await begin();
    await api.enter(await api.createRaffle(), { email: "late@example.com", promotions: true });
    await fill();
    expect(await filledWith()).toEqual(addresses.filter((email) => email !== first).toSorted());
  });

  test("is promised to those who typed their address, or came to their entry since", async () => {
    const [first = ""] = addresses;
    await sql`update entries set network_hash = null where email_key = ${first}`.execute(db);
    expect(await countRecipients(db, admin, keys)).toEqual({ own: PEOPLE - 1, typed: 1 });
    await sql`update entries set self_opened_at = now() where email_key = ${first}`.execute(db);
    expect(await countRecipients(db, admin, keys)).toEqual({ own: PEOPLE, typed: 0 });
  });

  test("goes to nobody whose address an organiser has taken away", async () => {
    const raffle = await api.createRaffle();
    const entryCode = await api.enter(raffle, { promotions: true });
    expect(await countRecipients(db, admin, keys)).toEqual({ own: PEOPLE + 1, typed: 0 });
    const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
    expect((await api.ask("PATCH", `/entries/${entryCode}`, { email: "none" }, organiser)).status).toBe(200);
    expect(await countRecipients(db, admin, keys)).toEqual({ own: PEOPLE, typed: 0 });
    await begin();
    await fill();
    expect(await filledWith()).toEqual(addresses.toSorted());
    expect((await api.send("GET", `/entries/${entryCode}`)).status).toBe(200);
  });

  test("waits while enough of it is on its way, so that other mails need not", async () => {
    await begin();
    const raffle = await api.createRaffle();
    const crowd = Array.from({ length: 230 }, (_, n) => `crowd${n}@example.com`);
    await Promise.all(crowd.map((email) => api.enter(raffle, { email, promotions: true })));
    await db
      .updateTable("news")
      .set({ begunAt: new Date(Date.now() + 60_000) })
      .execute();
    await fill(newsFanOut(keys, 50));
    expect(await filledWith()).toHaveLength(200);
    await db.updateTable("mails").set({ state: "sent" }).where("kind", "=", "news").execute();
    await fill(newsFanOut(keys, 50));
    expect(await filledWith()).toHaveLength(PEOPLE + crowd.length);
  });

  test("and stopped fills it no further", async () => {
    const id = await begin();
    const filling = newsFanOut(keys, BATCH_SIZE);
    for (let batch = 0; batch < 10; batch += 1) await inTransaction(db, filling);
    const before = await filledWith();
    expect(await stopNews(deps, admin, id)).toMatchObject({ ok: true });
    expect(await fill()).toBe(0);
    expect(await filledWith()).toEqual(before);
  });
});

test("two admins who press the button send it once", async () => {
  const draft = await saveDraft(deps, admin, null, { en: { subject: "Fiesta", text: "Come" }, de: {}, fil: {} });
  const id = draft.ok ? draft.value : "";
  const outcomes = await Promise.all([sendNews(deps, admin, id), sendNews(deps, admin, id)]);
  expect(outcomes.toSorted((a, b) => Number(a.ok) - Number(b.ok))).toEqual([
    { ok: false, refusal: { reason: "news-gone" } },
    { ok: true, value: PEOPLE },
  ]);
  const said = await db.selectFrom("auditLog").selectAll().where("action", "=", "send-news").execute();
  expect(said.at(-1)).toMatchObject({ actor: "Boss (boss@example.com)", subject: "Fiesta", after: { people: PEOPLE } });
});
