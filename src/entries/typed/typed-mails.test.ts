import { beforeEach, describe, expect, test } from "vitest";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import type { RenderedMail } from "#src/mail/delivery.ts";
import type { Mail } from "#src/mail/schema.ts";
import { asOrganiser } from "../../../tests/support/api.ts";
import { siteMailLimits } from "../../../tests/support/mail-admission.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { queueReceipts } from "../mails/receipts.ts";
import { findRecipient } from "../mails/recipient.ts";
import { TYPED_MAILS } from "./limits.ts";
import { noteEntryOpened, noteMailboxConfirmed } from "./note-opened.ts";

const api = await openTestApi({ ORIGIN: "https://raffles.example.com" });
const { db, pool } = api.database;
const SITE = { productName: "Tambiolo", origin: "https://raffles.example.com", timeZone: "Asia/Manila" };
const keys = mailKeys(api.site.secret);
const SHOP = { shopName: "GCash 0917 555 0142", shopPlace: "Jaro", shopContact: "Text YES to 0917 555 0142" };

type Raffle = Awaited<ReturnType<typeof api.createRaffle>>;

let raffle: Raffle;

beforeEach(async () => {
  await pool.query("update site_settings set mail_typed = 'never'; delete from guess_tallies");
  const prizes = [{ prizeCode: "A", name: "PHP 50,000: text YES to 0917 555 0142", worth: "1" }];
  raffle = await api.createRaffle({ ...SHOP, prizes });
});

/** An entry as an organiser types it. Returns its id. */
async function typeEntry(email: string, of: Raffle = raffle): Promise<string> {
  const entryCode = await api.enter(of, { email });
  const { rows } = await pool.query(
    "update entries set network_hash = null where raffle_id = $1 and entry_code = $2 returning id",
    [of.id, entryCode],
  );
  return rows[0].id;
}

async function scopeOf(entryId: string) {
  const scope = await entrantToWriteTo(db, { raffleId: raffle.id, entryId });
  if (!scope) throw new Error("no entry");
  return scope;
}

/** An entry of the public form whose mailbox came by the link of a mail. Returns its id. */
async function confirmedEntry(email: string): Promise<string> {
  const id = await publicEntry(email);
  await noteMailboxConfirmed(api.site, await scopeOf(id));
  return id;
}

/** An entry of the public form. Returns its id. */
async function publicEntry(email: string, of: Raffle = raffle): Promise<string> {
  const entryCode = await api.enter(of, { email });
  const { rows } = await pool.query("select id from entries where raffle_id = $1 and entry_code = $2", [
    of.id,
    entryCode,
  ]);
  return rows[0].id;
}

/** A mail to an entrant as each kind composes it; null if nobody is mailed. */
async function compose(entryId: string, of: Raffle = raffle): Promise<RenderedMail | null> {
  const mail = { raffleId: of.id, entryId, language: "en" } as Mail;
  const recipient = await findRecipient(db, mail, SITE, keys);
  const names = recipient?.raffle.prizes.map(({ name }) => name).join();
  return recipient?.compose({ subject: "S", heading: "H", parts: [{ paragraph: `Prize: ${names}` }] }) ?? null;
}

async function own(of: Raffle, changes: { verified?: boolean; days?: number; released?: boolean } = {}): Promise<void> {
  const { verified = true, days = 3, released = false } = changes;
  await pool.query(
    `with owner as (
       insert into users (id, username, email, email_verified, role, created_at, typed_mail_released_at)
       values (gen_random_uuid(), 'u' || substr(md5(random()::text), 1, 12), md5(random()::text) || '@example.com', $2,
         'user', now() - make_interval(days => $3::int), case when $4 then now() end) returning id
     ) insert into raffle_members (raffle_id, user_id, role, joined_at) select $1, id, 'owner', now() from owner`,
    [of.id, verified, days, released],
  );
}

const allow = (setting: string) => pool.query("update site_settings set mail_typed = $1", [setting]);

describe("an address that an organiser typed", () => {
  test("is not mailed, whoever owns the raffle, unless an admin allows it", async () => {
    const entryId = await typeEntry("a@example.com");
    expect(await compose(entryId)).toBeNull();
    await allow("organisers");
    expect(await compose(entryId)).toBeNull();
    await own(raffle, { days: 2 });
    expect(await compose(entryId)).toBeNull();
    await pool.query("update users set typed_mail_released_at = now()");
    expect(await compose(entryId)).not.toBeNull();
    await allow("never");
    expect(await compose(entryId)).toBeNull();
    await allow("organisers");
    await pool.query("update users set banned = true");
    expect(await compose(entryId)).toBeNull();
  });

  test("gets a mail that says who typed it, without any telephone number", async () => {
    await allow("all");
    const message = await compose(await typeEntry("b@example.com"));
    for (const part of [message?.text, message?.html]) {
      expect(part).toContain("The organiser of this raffle typed your address");
      expect(part).toContain("(left out of this email)");
      expect(part).not.toMatch(/917\D{0,6}555\D{0,6}0142|Text YES/);
    }
    expect(message?.text.indexOf("typed your address")).toBeLessThan(message?.text.indexOf("Prize:") ?? 0);

    // The control: whoever entered by themselves, and came by the link of a mail, reads all of it.
    const usual = await compose(await confirmedEntry("c@example.com"));
    expect(usual?.text).toContain("0917 555 0142");
    expect(usual?.text).not.toContain("typed your address");
  });

  test("is one also where the organiser changed the e-mail of an entry made online", async () => {
    const entryCode = await api.enter(raffle, { email: "d@example.com" });
    const { rows } = await pool.query("select id from entries where entry_code = $1", [entryCode]);
    expect(await compose(rows[0].id)).not.toBeNull();
    const changed = await api.ask(
      "PATCH",
      `/entries/${entryCode}`,
      { email: "victim@example.com" },
      asOrganiser(raffle.codeId, raffle.accessCode),
    );
    expect(changed.status).toBe(200);
    expect(await compose(rows[0].id)).toBeNull();
  });
});

describe("an address typed into the public form", () => {
  test("reads no telephone number until its mailbox came by a link, or a trusted account owns the raffle", async () => {
    const id = await publicEntry("stranger@example.com");
    const guarded = await compose(id);
    expect(guarded).toMatchObject({ trust: "none" });
    for (const part of [guarded?.text, guarded?.html]) {
      expect(part).toContain("How to reach the shop is on the page of the raffle");
      expect(part).toContain(`/raffle/${raffle.codeId}`);
      expect(part).not.toMatch(/917\D{0,6}555\D{0,6}0142|Text YES|typed your address/);
    }
    // Whoever typed it knows its code and contact. Opening it with them proves nothing about the mailbox.
    await noteEntryOpened(api.site, await scopeOf(id), "198.51.100.8");
    expect(await compose(id)).toMatchObject({ trust: "none" });

    const proven = await compose(await confirmedEntry("self@example.com"));
    expect(proven).toMatchObject({ trust: "proven" });
    expect(proven?.text).toContain("0917 555 0142");

    await own(raffle, { verified: false });
    expect(await compose(id)).toMatchObject({ trust: "none" });
    await pool.query("update users set email_verified = true");
    const vouched = await compose(id);
    expect(vouched).toMatchObject({ trust: "vouched" });
    expect(vouched?.text).toContain("0917 555 0142");
  });

  test("has to prove itself again where it is changed", async () => {
    const id = await confirmedEntry("before@example.com");
    const { rows } = await pool.query("select entry_code from entries where id = $1", [id]);
    const changed = await api.ask(
      "PATCH",
      `/entries/${rows[0].entry_code}`,
      { email: "after@example.com" },
      { "x-entrant-contact": "before@example.com" },
    );
    expect(changed.status).toBe(200);
    expect(await compose(id)).toMatchObject({ to: { address: "after@example.com" }, trust: "none" });
  });
});

describe("a quota", () => {
  const limits = { "list-locked": { lane: "last", most: 10_000, counter: "none" } } as const;
  const admit = siteMailLimits(db, api.site.secret, 1_000_000, limits);
  const admitted = async (entryId: string, of: Raffle) => {
    const message = await compose(entryId, of);
    return message !== null && (await admit({ kind: "list-locked", raffleId: of.id } as Mail, message)) === "now";
  };

  test("is of all raffles of an account, also for mails at once", async () => {
    await allow("organisers");
    const another = await api.createRaffle();
    await own(raffle);
    await pool.query(
      "insert into raffle_members (raffle_id, user_id, role, joined_at) select $1, user_id, role, now() from raffle_members where raffle_id = $2",
      [another.id, raffle.id],
    );
    const [one, two] = [await typeEntry("e@example.com"), await typeEntry("f@example.com", another)];
    const tries = Array.from({ length: TYPED_MAILS.account.most + 10 }, (_, n) =>
      n % 2 === 0 ? admitted(one, raffle) : admitted(two, another),
    );
    const sent = await Promise.all(tries);
    expect(sent.filter(Boolean)).toHaveLength(TYPED_MAILS.account.most);

    // The control: another account has a quota of its own.
    const elsewhere = await api.createRaffle();
    await own(elsewhere);
    expect(await admitted(await typeEntry("g@example.com", elsewhere), elsewhere)).toBe(true);
  });

  test("is of the whole site where admins allow all", async () => {
    await allow("all");
    const entryId = await typeEntry("h@example.com");
    const sent = [await admitted(entryId, raffle)];
    // As if most of the day's had gone out.
    await pool.query("update guess_tallies set tries = $1", [TYPED_MAILS.site.most - 3]);
    for (let n = 0; n < 6; n += 1) sent.push(await admitted(entryId, raffle));
    expect(sent).toEqual([true, true, true, true, false, false, false]);
  });
});

describe("who opens the own entry", () => {
  const open = (entryCode: string, email: string, address: string) =>
    api.ask("GET", `/entries/${entryCode}?raffle=${raffle.codeId}`, undefined, {
      "x-entrant-contact": email,
      "x-forwarded-for": address,
    });

  async function typed(email: string) {
    const entryCode = await api.enter(raffle, { email });
    const { rows } = await pool.query(
      "update entries set network_hash = null where entry_code = $1 and raffle_id = $2 returning id",
      [entryCode, raffle.id],
    );
    return { email, entryCode, id: rows[0].id as string };
  }

  test("is mailed from then on, but an organiser cannot open all that he typed", async () => {
    const entries = await Promise.all(Array.from({ length: 8 }, (_, n) => typed(`p${n}@example.com`)));
    for (const { entryCode, email } of entries) expect((await open(entryCode, email, "198.51.100.7")).status).toBe(200);
    const mailed = await Promise.all(entries.map(async ({ id }) => (await compose(id)) !== null));
    expect(mailed.filter(Boolean)).toHaveLength(5);

    // The control: somebody else, elsewhere.
    const last = entries[7] as (typeof entries)[number];
    expect(await compose(last.id)).toBeNull();
    await open(last.entryCode, last.email, "203.0.113.9");
    expect(await compose(last.id)).not.toBeNull();
  });
});

test("an entry on paper asks for no receipt", async () => {
  await inTransaction(db, (tx) => queueReceipts(tx, "waiting"));
  await pool.query("delete from mails");
  const entryId = await typeEntry("z@example.com");
  await inTransaction(db, (tx) => queueReceipts(tx, "waiting"));
  expect(await compose(entryId)).toBeNull();
});
