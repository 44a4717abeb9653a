import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { deriveKey } from "#src/base/derive-key.ts";
import { seal, unseal } from "#src/base/sealed.ts";
import type { Database } from "#src/db/connect.ts";
import { inStatement } from "#src/db/transaction.ts";

/** How long an answer is stored: a program that has not asked again after a day has given up. */
const RETENTION_HOURS = 24;

/** A request without an answer after this time was cut off by a crash. Nobody knows whether its action was done. */
const ABANDONED_SECONDS = 60;

const FORGOTTEN_AT_ONCE = 10;

const KIND = "idempotent-answer/1";

/** An answer as it is sent again. */
export type StoredAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/**
 * What becomes of a request with a key: it is to be made now, or was, or is being made, or nobody knows whether it was,
 * or another request has its key.
 */
export type Claim =
  | { readonly is: "new" | "running" | "unknown" | "other" }
  | { readonly is: "answered"; readonly answer: StoredAnswer };

/** The answers that are stored by key. */
export type StoredAnswers = {
  /** Claims a key for a request. Of several at the same moment, in whatever processes, one gets "new". */
  claim(key: Buffer, fingerprint: Buffer): Promise<Claim>;
  /** Keeps the answer to the request that claimed the key. */
  keep(key: Buffer, answer: StoredAnswer): Promise<void>;
  /** Gives the key back: nothing was done, and the same request may be sent again. */
  release(key: Buffer): Promise<void>;
  /** Says that nobody knows whether the request was done. */
  abandon(key: Buffer): Promise<void>;
  /** A keyed hash of parts. A part cannot be taken for another: their lengths are hashed too. */
  hash(purpose: "key" | "fingerprint", parts: readonly (string | Uint8Array)[]): Buffer;
};

/** @param secret the site's secret: the database alone reveals neither keys nor answers */
export function createStoredAnswers(db: Database, secret: Uint8Array): StoredAnswers {
  const sealedAs = (key: Buffer) => ({ kind: KIND, boundTo: key.toString("hex") });
  /** Each new answer makes room: no more are stored than come in a day. */
  const forgetSome = () =>
    inStatement(db, (statement) =>
      sql`delete from idempotent_answers where key in (
        select key from idempotent_answers where started_at < clock_timestamp() - make_interval(hours => ${RETENTION_HOURS})
        order by started_at limit ${FORGOTTEN_AT_ONCE} for update skip locked)`.execute(statement),
    );

  return {
    async claim(key, fingerprint) {
      const { rows } = await inStatement(db, (statement) =>
        sql`insert into idempotent_answers (key, fingerprint) values (${key}, ${fingerprint})
          on conflict (key) do update
          set fingerprint = excluded.fingerprint, started_at = excluded.started_at, sealed = null
          where idempotent_answers.started_at < clock_timestamp() - make_interval(hours => ${RETENTION_HOURS})
          returning 1`.execute(statement),
      );
      if (rows.length > 0) {
        await forgetSome();
        return { is: "new" };
      }
      const row = await db
        .selectFrom("idempotentAnswers")
        .select([
          "fingerprint",
          "sealed",
          sql<boolean>`started_at < clock_timestamp() - make_interval(secs => ${ABANDONED_SECONDS})`.as("isAbandoned"),
        ])
        .where("key", "=", key)
        .executeTakeFirst();
      // Given back at this moment: the sender comes again, as for one that is running.
      if (!row) return { is: "running" };
      if (!fingerprint.equals(row.fingerprint)) return { is: "other" };
      const opened = row.sealed && unseal(secret, sealedAs(key), row.sealed);
      if (opened) return { is: "answered", answer: JSON.parse(opened.toString()) as StoredAnswer };
      return { is: row.isAbandoned ? "unknown" : "running" };
    },
    async keep(key, answer) {
      const sealed = seal(secret, sealedAs(key), Buffer.from(JSON.stringify(answer)));
      await inStatement(db, (statement) =>
        statement.updateTable("idempotentAnswers").set({ sealed }).where("key", "=", key).execute(),
      );
    },
    async release(key) {
      await inStatement(db, (statement) =>
        statement.deleteFrom("idempotentAnswers").where("key", "=", key).where("sealed", "is", null).execute(),
      );
    },
    async abandon(key) {
      const startedAt = sql<Date>`started_at - make_interval(secs => ${ABANDONED_SECONDS})`;
      await inStatement(db, (statement) =>
        statement.updateTable("idempotentAnswers").set({ startedAt }).where("key", "=", key).execute(),
      );
    },
    hash(purpose, parts) {
      const hmac = createHmac("sha256", deriveKey(secret, `idempotency-${purpose}/1`));
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
      return hmac.digest();
    },
  };
}
