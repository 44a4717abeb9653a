import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";
import { sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import { CLEAR_LETTERS_AND_DIGITS, randomCode } from "#src/base/codes.ts";
import { deriveKey } from "#src/base/derive-key.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";

/** RFC 6238's default, which every app uses. */
const STEP_MS = 30_000;
/** Accepts codes from a phone's clock that is half a minute fast or slow. */
const STEPS_OFF = [0, -1, 1];
const TOTP_CODE = /^\d{6}$/;

/** The 94 printable characters of ASCII without the space. */
const SECRET_LETTERS = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0x21 + index));
/** 131 bits, where RFC 4226 asks for 128 at least. In base32, which people may have to type, they are 32 characters. */
const SECRET_LENGTH = 20;

/** Ten codes fit on a slip of paper. Each has 60 bits (12 of 32 characters): unguessable, and quick to type. */
const BACKUP_CODES = 10;
const BACKUP_CODE_LENGTH = 12;
/** Until November 2026 they had ten of all 36 letters and digits: 51 bits. */
const BACKUP_CODE = /^[A-Z0-9]{10}(?:[A-Z0-9]{2})?$/;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The secret for an app: as a URL for a QR code, and as text to type. */
export type SharedSecret = { readonly url: string; readonly typed: string };

/** The second factors of accounts: TOTP codes from a phone app, and backup codes on paper. Each works once. */
export type SecondFactors = {
  /** When the account's second factor was confirmed, or null. From then on sign-in needs it. */
  confirmedAt(userId: string): Promise<Date | null>;
  /** Makes a new secret. Null if one is in use. Sign-in does not need it before `confirm`. */
  begin(account: { readonly userId: string; readonly email: string }): Promise<SharedSecret | null>;
  /** The secret that is not yet confirmed, or null. */
  begun(account: { readonly userId: string; readonly email: string }): Promise<SharedSecret | null>;
  /** Confirms the secret with the app's code and ends other sessions. Returns new backup codes; null if wrong. */
  confirm(account: { readonly userId: string; readonly sessionId: string }, code: string): Promise<string[] | null>;
  /** Checks an app code or a backup code and uses it up. */
  take(userId: string, code: string): Promise<boolean>;
  /** Replaces the backup codes and returns the new ones. */
  renewBackupCodes(userId: string): Promise<string[]>;
  remove(userId: string): Promise<void>;
};

type Deps = {
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly productName: string;
  readonly clock: Clock;
};

export function createSecondFactors({ db, secret, productName, clock }: Deps): SecondFactors {
  const encryptionKey = deriveKey(secret, "second-factor/1/secret");
  const hashKey = deriveKey(secret, "second-factor/1/backup-code");

  function encrypt(userId: string, text: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", encryptionKey, iv).setAAD(Buffer.from(userId));
    return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  }

  function decrypt(userId: string, stored: Buffer): string {
    const decipher = createDecipheriv("aes-256-gcm", encryptionKey, stored.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(userId))
      .setAuthTag(stored.subarray(-TAG_BYTES));
    return decipher.update(stored.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  }

  function share(text: string, email: string): SharedSecret {
    const url = createOTP(text).url(productName, email);
    return { url, typed: new URL(url).searchParams.get("secret") ?? "" };
  }

  async function find(userId: string, reader: Database = db) {
    return reader.selectFrom("userSecondFactors").selectAll().where("userId", "=", userId).executeTakeFirst();
  }

  /** The 30-second step that this code belongs to. Null if it matches none of the accepted steps. */
  async function stepOf(text: string, code: string): Promise<number | null> {
    const now = Math.floor(clock().getTime() / STEP_MS);
    let found: number | null = null;
    for (const off of STEPS_OFF) {
      const right = Buffer.from(await createOTP(text).hotp(now + off));
      if (timingSafeEqual(right, Buffer.from(code)) && found === null) found = now + off;
    }
    return found;
  }

  /** Uses up an app code. The database accepts only one of two concurrent requests with the same code. */
  async function takeStep(tx: Database, userId: string, code: string): Promise<boolean> {
    const factor = await find(userId, tx);
    const step = factor && TOTP_CODE.test(code) ? await stepOf(decrypt(userId, factor.secret), code) : null;
    if (step === null) return false;
    const taken = tx.updateTable("userSecondFactors").set({ lastStep: step }).where("userId", "=", userId);
    return (await taken.where("lastStep", "<", step).executeTakeFirstOrThrow()).numUpdatedRows === 1n;
  }

  function hash(userId: string, code: string): Buffer {
    return createHmac("sha256", hashKey).update(`${userId}\0${code}`).digest();
  }

  async function storeBackupCodes(tx: Transaction, userId: string): Promise<string[]> {
    const codes = Array.from({ length: BACKUP_CODES }, () => randomCode(CLEAR_LETTERS_AND_DIGITS, BACKUP_CODE_LENGTH));
    await tx.deleteFrom("userBackupCodes").where("userId", "=", userId).execute();
    const rows = codes.map((code) => ({ userId, codeHash: hash(userId, code) }));
    await tx.insertInto("userBackupCodes").values(rows).execute();
    return codes;
  }

  return {
    async confirmedAt(userId) {
      return (await find(userId))?.confirmedAt ?? null;
    },

    async begin({ userId, email }) {
      const text = randomCode(SECRET_LETTERS, SECRET_LENGTH);
      const row = { userId, secret: encrypt(userId, text), lastStep: 0, createdAt: clock() };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("userSecondFactors")
        .values(row)
        .onConflict((conflict) =>
          conflict.column("userId").doUpdateSet(row).where("userSecondFactors.confirmedAt", "is", null),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 0n ? null : share(text, email);
    },

    async begun({ userId, email }) {
      const factor = await find(userId);
      return factor && !factor.confirmedAt ? share(decrypt(userId, factor.secret), email) : null;
    },

    async confirm({ userId, sessionId }, code) {
      return inTransaction(db, async (tx) => {
        if (!(await takeStep(tx, userId, withoutSpaces(code)))) return null;
        const confirmed = tx.updateTable("userSecondFactors").set({ confirmedAt: clock() });
        const first = confirmed.where("userId", "=", userId).where("confirmedAt", "is", null);
        if ((await first.executeTakeFirstOrThrow()).numUpdatedRows === 0n) return null;
        // The other sessions have shown no second factor.
        await tx.deleteFrom("userSessions").where("userId", "=", userId).where("id", "!=", sessionId).execute();
        return storeBackupCodes(tx, userId);
      });
    },

    async take(userId, typed) {
      const code = withoutSpaces(typed).toUpperCase();
      if (!BACKUP_CODE.test(code)) return takeStep(db, userId, code);
      const used = db.deleteFrom("userBackupCodes").where("userId", "=", userId);
      return (await used.where("codeHash", "=", hash(userId, code)).executeTakeFirst()).numDeletedRows === 1n;
    },

    renewBackupCodes(userId) {
      return inTransaction(db, (tx) => storeBackupCodes(tx, userId));
    },

    remove(userId) {
      return inTransaction(db, (tx) => removeSecondFactor(tx, userId));
    },
  };
}

/** Removes an account's second factor and backup codes, in the caller's transaction. */
export async function removeSecondFactor(tx: Transaction, userId: string): Promise<void> {
  for (const table of ["userSecondFactors", "userBackupCodes"] as const) {
    await tx.deleteFrom(table).where("userId", "=", userId).execute();
  }
}

/** Reads what a session has proved, on each request of a signed-in user. */
export async function readSessionProof(db: Database, sessionId: string) {
  return db
    .selectFrom("userSessions")
    .leftJoin("userSecondFactors", "userSecondFactors.userId", "userSessions.userId")
    .select(["userSessions.awaitsCode", "userSessions.createdAt"])
    .select(sql<boolean>`confirmed_at is not null`.as("hasSecondFactor"))
    .where("userSessions.id", "=", sessionId)
    .executeTakeFirst();
}

/** Apps show codes in groups, so people type spaces and hyphens. */
function withoutSpaces(code: string): string {
  return code.replace(/[\s-]/g, "");
}
