import { sql } from "kysely";
import { accept, refuse } from "#src/base/outcome.ts";
import type { SmtpServer } from "#src/config/mail-settings.ts";
import type { Database } from "#src/db/connect.ts";
import type { Job } from "#src/jobs/jobs.ts";
import { type Sender, writeContent } from "./mail-content.ts";
import { MAIL_COLUMNS } from "./read.ts";
import type { Mail, MailPlace, Message } from "./schema.ts";
import { handOver } from "./smtp.ts";

/**
 * Writes the mails of a kind when they are to be sent, from what the database holds then. Null: there is nobody left
 * whom it concerns, and nothing is sent.
 */
export type Composer = (db: Database, mail: Mail) => Promise<Message | null>;

export type DeliveryOptions = {
  readonly db: Database;
  /** By kind. A mail of a kind that is not here is a bug; it waits for a process that knows it. */
  readonly composers: Readonly<Record<string, Composer>>;
  /** Without one, mails are held back. */
  readonly server: SmtpServer | undefined;
  readonly sender: Sender | undefined;
};

/** A mail server may be away over a weekend's night and day; afterwards an admin is asked. */
const GIVEN_UP_AFTER = sql`interval '2 days'`;
const RETRIES = {
  // The age of the mail ends the tries, long before this: with the longest wait these are a month.
  times: 200,
  firstSeconds: 10,
  longestSeconds: 4 * 3600,
};
const AT_ONCE = 5;
/** More than the slowest handover takes: connecting, logging in and the answer to each command. */
const EXPIRE_SECONDS = 900;
/** What became of it is written with the mail: finished jobs say no more. */
const KEEP_SECONDS = 3600;

/**
 * The job that sends a mail of the outbox: composes it, hands it over to the mail server, and writes down what came of it.
 *
 * However many do so for one mail, and whenever their process ends, it is handed over once: that is committed before the
 * end of the content is sent, by the latest try alone. A try that finds it handed over without an outcome does not send
 * it again.
 */
export function mailDelivery(options: DeliveryOptions): Job<MailPlace> {
  const { db, composers, server, sender } = options;
  return {
    name: "mail",
    atOnce: AT_ONCE,
    lookEverySeconds: 1,
    retries: RETRIES,
    expireSeconds: EXPIRE_SECONDS,
    keepSeconds: KEEP_SECONDS,
    async run(place, signal) {
      const mail = await beginTry(db, place);
      if (!mail) {
        await giveUpUnheard(db, place);
        return accept(undefined);
      }
      if (!server || !sender) return end(db, mail, { state: "held", queuedAt: null });
      const composer = composers[mail.kind];
      if (!composer) throw new Error(`Nobody composes mails of the kind ${mail.kind}.`);
      const message = await composer(db, mail).catch(async (error: unknown) => {
        await tryLater(db, mail, "NOT COMPOSED");
        throw error;
      });
      if (!message) return end(db, mail, { state: "dropped" });

      const outcome = await handOver(
        server,
        {
          from: sender.from.address,
          to: message.to.address,
          content: await writeContent(mail, message, sender),
          mayEnd: () => noteHandover(db, mail),
        },
        signal,
      );
      if (outcome.kind === "withdrawn") return accept(undefined);
      if (outcome.kind === "accepted") return end(db, mail, { state: "sent", lastError: "", sentAt: sql<Date>`now()` });
      const lastError = outcome.reason.slice(0, 200);
      if (outcome.kind === "unknown") return end(db, mail, { state: "unclear", lastError });
      if (outcome.forGood) return end(db, mail, { state: "failed", lastError });
      return tryLater(db, mail, lastError);
    },
  };
}

/** Counts a try of a mail that waits and was not handed over; earlier tries can then no longer hand it over. */
async function beginTry(db: Database, { mailId, raffleId }: MailPlace): Promise<Mail | undefined> {
  const row = await db
    .updateTable("mails")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("raffleId", "=", raffleId)
    .where("id", "=", mailId)
    .where("state", "=", "waiting")
    .where("handedOverAt", "is", null)
    .returning(MAIL_COLUMNS)
    .executeTakeFirst();
  return row as Mail | undefined;
}

/** A mail that was handed over and has no outcome: the process that waited for it ended. (Or it still waits, and writes it later.) */
async function giveUpUnheard(db: Database, { mailId, raffleId }: MailPlace): Promise<void> {
  await db
    .updateTable("mails")
    .set({ state: "unclear", lastError: "STOPPED" })
    .where("raffleId", "=", raffleId)
    .where("id", "=", mailId)
    .where("state", "=", "waiting")
    .where("handedOverAt", "is not", null)
    .execute();
}

async function noteHandover(db: Database, mail: Mail): Promise<boolean> {
  const noted = await db
    .updateTable("mails")
    .set({ handedOverAt: sql<Date>`now()` })
    .where("raffleId", "=", mail.raffleId)
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .where("state", "=", "waiting")
    .where("handedOverAt", "is", null)
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

type Ending = { state: Mail["state"]; lastError?: string; queuedAt?: null; sentAt?: ReturnType<typeof sql<Date>> };

/** Writes the outcome of a try, unless the mail has begun another since. */
async function end(db: Database, mail: Mail, ending: Ending) {
  await db
    .updateTable("mails")
    .set(ending)
    .where("raffleId", "=", mail.raffleId)
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .execute();
  return accept(undefined);
}

/** The server does not have the mail, and may want it later. */
async function tryLater(db: Database, mail: Mail, lastError: string) {
  const row = await db
    .updateTable("mails")
    .set({
      handedOverAt: null,
      lastError,
      state: sql<string>`case when queued_at < now() - ${GIVEN_UP_AFTER} then 'failed' else 'waiting' end`,
    })
    .where("raffleId", "=", mail.raffleId)
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .returning("state")
    .executeTakeFirst();
  return row?.state === "waiting" ? refuse(lastError) : accept(undefined);
}
