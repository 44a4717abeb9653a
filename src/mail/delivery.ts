import { sql } from "kysely";
import { accept, refuse } from "#src/base/outcome.ts";
import type { SmtpServer } from "#src/config/mail-settings.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { Job } from "#src/jobs/jobs.ts";
import { type Sender, writeContent } from "./mail-content.ts";
import { MAIL_COLUMNS } from "./read.ts";
import type { Mail, MailPlace, Message } from "./schema.ts";
import { sendMail } from "./smtp.ts";

/**
 * Renders a mail of one kind when it is sent, from the data of that moment. Null: no recipient is left, and nothing is
 * sent.
 */
export type MailRenderer = (db: Database, mail: Mail) => Promise<RenderedMail | null>;

export type RenderedMail = Message & {
  /** Called in the transaction that stores that a mail server took the mail, with the server's answer. */
  readonly whenTaken?: (tx: Transaction, answer: string) => Promise<void>;
};

export type DeliveryOptions = {
  readonly db: Database;
  /** Renderers by kind. A mail of an unknown kind is a bug; it waits for a process that knows the kind. */
  readonly renderers: Readonly<Record<string, MailRenderer>>;
  /** Without one, mails are held. */
  readonly server: SmtpServer | undefined;
  readonly sender: Sender | undefined;
  /** Counts a mail before it is first handed over (src/app/mail/mail-limits.ts). */
  readonly admit: (mail: Mail, message: RenderedMail) => Promise<Admission>;
};

/** Whether a mail is sent now, after this many milliseconds, or never. Only what is sent now counts. */
export type Admission = "now" | "never" | { readonly waitMs: number };

/** A mail server may be away over a weekend. After that, the mail fails and an admin decides. */
const GIVEN_UP_AFTER = sql`interval '2 days'`;
/** A mail that waited for a day with room this long says nothing new any more, but for an admin who decides. */
const DEFERRED_FOR = sql`interval '7 days'`;
const RETRIES = {
  // The mail's age ends the retries long before this number: with the longest backoff it would take a month.
  times: 200,
  firstSeconds: 10,
  longestSeconds: 4 * 3600,
};
/** Twice as many connections to the mail server: a distant one answers seven times for a mail, and each takes 30 ms. */
const AT_ONCE = 10;
/** Longer than the slowest handover: connecting, logging in and the answer to each command. */
const EXPIRE_SECONDS = 900;
/** The mail's own row has the outcome, so finished jobs are not needed for long. */
const KEEP_SECONDS = 3600;

/**
 * The job that sends a mail of the outbox: renders it, hands it over to the mail server, and stores the outcome.
 *
 * A mail is handed over once, however many attempts run and whenever their processes end. Only the latest attempt may
 * hand it over, and commits this before it sends the content's end. An attempt that finds a handover without an outcome
 * does not send the mail again.
 */
export function mailDelivery(options: DeliveryOptions): Job<MailPlace> {
  const { db, renderers, server, sender, admit } = options;
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
      const renderer = renderers[mail.kind];
      if (!renderer) throw new Error(`Nobody composes mails of the kind ${mail.kind}.`);
      const message = await renderer(db, mail).catch(async (error: unknown) => {
        await tryLater(db, mail, "NOT COMPOSED");
        throw error;
      });
      if (!message) return end(db, mail, { state: "dropped" });
      if (mail.admittedAt === null) {
        const admission = await admit(mail, message);
        if (admission === "never") return end(db, mail, { state: "dropped" });
        if (admission !== "now") return defer(db, mail, admission.waitMs);
        await noteAdmission(db, mail);
      }

      const outcome = await sendMail(
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
      if (outcome.kind === "accepted") return endTaken(db, mail, message, outcome.answer);
      const lastError = outcome.reason.slice(0, 200);
      if (outcome.kind === "unknown") return end(db, mail, { state: "unclear", lastError });
      if (outcome.forGood) return end(db, mail, { state: "failed", lastError });
      return tryLater(db, mail, lastError);
    },
  };
}

/** Counts an attempt for a waiting mail that was not handed over. Earlier attempts can then no longer hand it over. */
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

/**
 * Marks a mail as unclear if it was handed over and has no outcome: its process ended. If that process still waits for
 * the server, it stores the outcome later.
 */
async function giveUpUnheard(db: Database, { mailId, raffleId }: MailPlace): Promise<void> {
  await db
    .updateTable("mails")
    .set({ state: "unclear", lastError: "STOPPED", sealed: null })
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

/** Has a mail wait for a day with room. It is rendered and counted again then. */
async function defer(db: Database, mail: Mail, waitMs: number) {
  const asked = await db
    .selectFrom("mails")
    .select(sql<boolean>`created_at < now() - ${DEFERRED_FOR}`.as("isOver"))
    .where("raffleId", "=", mail.raffleId)
    .where("id", "=", mail.id)
    .executeTakeFirst();
  if (asked?.isOver) return end(db, mail, { state: "failed", lastError: "DAY FULL" });
  await db
    .updateTable("mails")
    .set({
      state: "deferred",
      queuedAt: null,
      deferredUntil: sql<Date>`now() + make_interval(secs => ${Math.ceil(waitMs / 1000)})`,
    })
    .where("raffleId", "=", mail.raffleId)
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .execute();
  return accept(undefined);
}

/** Its further tries count no more. */
async function noteAdmission(db: Database, mail: Mail): Promise<void> {
  await db
    .updateTable("mails")
    .set({ admittedAt: sql<Date>`now()`, deferredUntil: null })
    .where("raffleId", "=", mail.raffleId)
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .execute();
}

type Ending = { state: Mail["state"]; lastError?: string; queuedAt?: null; sentAt?: ReturnType<typeof sql<Date>> };

/** Stores that a server took a mail, with what proves it to whom the mail concerns. */
async function endTaken(db: Database, mail: Mail, { whenTaken }: RenderedMail, answer: string) {
  return inTransaction(db, async (tx) => {
    await whenTaken?.(tx, answer);
    return end(tx, mail, { state: "sent", lastError: "", sentAt: sql<Date>`now()` });
  });
}

/** Stores the outcome of an attempt, and erases what the mail had sealed, unless a newer attempt has begun. */
async function end(db: Database | Transaction, mail: Mail, ending: Ending) {
  await db
    .updateTable("mails")
    .set({ ...ending, sealed: null })
    .where("raffleId", "=", mail.raffleId)
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .execute();
  return accept(undefined);
}

/** The server does not have the mail. Refuses the job, so that it is retried, until GIVEN_UP_AFTER has passed. */
async function tryLater(db: Database, mail: Mail, lastError: string) {
  // Asked before: Citus takes no clock within a CASE of an update.
  const asked = await db
    .selectFrom("mails")
    .select(sql<boolean>`queued_at < now() - ${GIVEN_UP_AFTER}`.as("isOver"))
    .where("raffleId", "=", mail.raffleId)
    .where("id", "=", mail.id)
    .executeTakeFirst();
  const row = await db
    .updateTable("mails")
    .set({
      handedOverAt: null,
      lastError,
      ...(asked?.isOver ? { state: "failed", sealed: null } : { state: "waiting" }),
    })
    .where("raffleId", "=", mail.raffleId)
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .returning("state")
    .executeTakeFirst();
  return row?.state === "waiting" ? refuse(lastError) : accept(undefined);
}
