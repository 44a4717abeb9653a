import { systemClock } from "#src/base/clock.ts";
import { readConfig } from "#src/config/config.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { lockList } from "#src/draws/lock/lock-list.ts";
import { logNext } from "#src/draws/log/write-log.ts";
import { drawMailFanOut } from "#src/draws/mails/fan-out.ts";
import { LIST_LOCKED, listLockedRenderer } from "#src/draws/mails/list-locked.ts";
import { PLAN_CHANGED, planChangedRenderer } from "#src/draws/mails/plan-changed.ts";
import { QUICKNET } from "#src/draws/protocol/beacon/chains.ts";
import { startJobs } from "#src/jobs/jobs.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { mailDelivery } from "#src/mail/delivery.ts";
import { startMailEnqueuer } from "#src/mail/enqueue-mails.ts";
import type { TestApi, TestRaffle } from "./api.ts";
import type { TestDatabase } from "./database.ts";
import { siteMailLimits } from "./mail-admission.ts";
import type { MailServer } from "./mail-server.ts";

/** Entries that one batch of the outbox reads in tests. */
export const BATCH = 7;

/** The address of each person an expected number of times. */
export const once = (emails: readonly string[]) => Object.fromEntries(emails.map((email) => [email, 1]));

let groups = 0;

/** Addresses of people who have not entered before. */
export function people(count: number): string[] {
  groups += 1;
  return Array.from({ length: count }, (_, n) => `person${n}@group${groups}.example.com`);
}

/** What tests do with the mails of draws, on the database of a test. */
export function drawMailsOf({ site, database, ...api }: TestApi & { readonly database: TestDatabase }) {
  const { db, pool } = database;
  return {
    /** Has people enter who did all rules, in English. Returns the code of each by the address. */
    async enterAll(raffle: TestRaffle, emails: readonly string[], changes: Record<string, unknown> = {}) {
      const rules = raffle.rules.map(({ id }) => id);
      const codes = await Promise.all(emails.map((email) => api.enter(raffle, { email, rules, ...changes })));
      await pool.query("update entries set language = 'en'");
      return Object.fromEntries(emails.map((email, index) => [email, codes[index] ?? ""]));
    },
    /** Ends a raffle, locks its list and writes the log. Returns the lock's hash. */
    async lock({ id }: Pick<TestRaffle, "id">): Promise<string> {
      await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [id]);
      const locked = await lockList({ ...site, chain: QUICKNET }, { raffleId: id, actor: "site" });
      if (!locked.ok) throw new Error(locked.refusal.reason);
      const log = { secret: site.secret, clock: site.clock, chain: QUICKNET, origin: site.config.origin };
      while ((await logNext(db, log)).rows > 0);
      return locked.value;
    },
    /** How many mails about draws the outbox has for each address. */
    async outbox(): Promise<Record<string, number>> {
      const { rows } = await pool.query<{ email: string; mails: number }>(
        `select email_key as email, count(*)::int as mails from mails join entries on entries.id = entry_id
         where mails.mailing_id is not null group by 1`,
      );
      return Object.fromEntries(rows.map(({ email, mails }) => [email, mails]));
    },
    /** Fills the outbox until there is nothing to do. */
    async fill(fanOut = drawMailFanOut({ entriesPerBatch: BATCH })): Promise<void> {
      while ((await inTransaction(db, fanOut)) > 0);
    },
  };
}

type Sending = Pick<TestApi, "site"> & { readonly database: TestDatabase; readonly server: MailServer };

/** Sends mails about draws as a process of the site does. The caller stops what it started. */
export async function startDrawMails({ database, site, server }: Sending): Promise<{ stop(): Promise<void> }[]> {
  const { db, connectionString } = database;
  const { secret } = site;
  const { origin } = site.config;
  const config = readConfig({ ORIGIN: origin, SMTP_URL: server.url, MAIL_FROM: "raffles@example.com" });
  if (!config.ok) throw new Error(config.refusal);
  const { smtp, productName } = config.value;
  const keys = mailKeys(secret);
  const delivery = mailDelivery({
    db,
    admit: siteMailLimits(db, secret),
    renderers: {
      [LIST_LOCKED]: listLockedRenderer(config.value, { keys, secret, clock: systemClock }),
      [PLAN_CHANGED]: planChangedRenderer(config.value, { keys, chain: QUICKNET }),
    },
    server: smtp,
    sender: { from: { name: productName, address: "raffles@example.com" }, replyTo: undefined, origin },
  });
  const onError = (error: unknown) => Promise.reject(error);
  const jobs = await startJobs({ connectionString, timeZone: "Asia/Manila", onError }, [delivery]);
  const sources = [drawMailFanOut({ entriesPerBatch: BATCH })];
  return [startMailEnqueuer({ db, canSend: true, jobs, delivery, sources, onError }), jobs];
}
