import type { OnSecurityEvent } from "#src/access/audit/security-events.ts";
import type { Prover } from "#src/access/codes/entry-code-attempts.ts";
import type { AccountScope } from "#src/access/scope.ts";
import { DAY_MS } from "#src/base/clock.ts";
import { SITE_ID } from "#src/base/ids.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { type SealedAs, seal, unseal } from "#src/base/sealed.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { queueMail } from "#src/mail/write.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { EMAIL_LINK_DAYS } from "../limits.ts";
import { readEmail, type TypedRefusal } from "../schema.ts";
import type { SignInAttempts, WaitRefusal } from "../sign-in-attempts.ts";
import { isStillStored, PASSWORD_WRONG, refuseOtherPassword } from "../stored-password.ts";
import { closeLinks, EMAIL_IN_USE, hasAccount } from "../users.ts";

export const EMAIL_CHANGE = "email-change";
export const EMAIL_CHANGE_NOTICE = "email-change-notice";

export type EmailChangeRefusal =
  | TypedRefusal
  | Refusal<"password-wrong" | "email-in-use" | "site-busy">
  | WaitRefusal
  | ChallengeRefusal;

/** How somebody changes the address of their own account. */
export type OwnEmail = {
  /**
   * Changes the account's address. If the site sends mail, it changes once a link has proved the new one (`asked`), and
   * the old one is notified. Requires the password. Refuses an address that has an account (`email-in-use`).
   */
  changeEmail(
    account: AccountScope,
    typed: Prover & { readonly email: string; readonly password: string; readonly language: Language },
  ): Promise<Outcome<"asked" | "changed", EmailChangeRefusal>>;
};

type ChangeDeps = { readonly db: Database; readonly onEvent: OnSecurityEvent };

type Deps = ChangeDeps & { readonly attempts: SignInAttempts; readonly sendsMail: boolean };

/** The part of accounts.ts that changes one's own address. */
export function ownEmail({ db, attempts, sendsMail, onEvent }: Deps): OwnEmail {
  return {
    async changeEmail({ userId, email: old }, { email: typed, password, language, ...prover }) {
      const read = readEmail({ email: typed });
      if (!read.ok) return read;
      const proof = await attempts.attempt({ ...prover, email: old }, () => refuseOtherPassword(db, userId, password));
      if (!proof.ok) return proof;
      const { email } = read.value;
      // Before the answer, which tells whether the address has an account.
      const counted = await attempts.countVerification({ ...prover, account: old, email });
      if (!counted.ok) return counted;
      if (await hasAccount(db, email)) return EMAIL_IN_USE;
      const hash = proof.value;
      if (sendsMail) return inTransaction(db, (tx) => askForChange(tx, { userId, email, hash, language }));
      const changed = await takeEmail({ db, onEvent }, userId, { email, hash });
      return changed === "in-use" ? EMAIL_IN_USE : changed === "no" ? PASSWORD_WRONG : accept("changed");
    },
  };
}

type AskedChange = {
  readonly userId: string;
  readonly email: string;
  /** By which the password was proved. */
  readonly hash: string;
  readonly language: Language;
};

/** Stores the address that is asked for, and queues the mail that proves it and the notice to the old one. */
async function askForChange(tx: Transaction, { userId, email: newEmail, hash, language }: AskedChange) {
  const user = await tx
    .selectFrom("users")
    .select(["email", "emailVerified"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!user || !(await isStillStored(tx, userId, hash))) return PASSWORD_WRONG;
  const { email: old, emailVerified } = user;
  // No notice goes to an address that nobody proved: that may be a stranger's. One that waits keeps its address.
  const isNotified = emailVerified && !(await noticeWaits(tx, userId));
  await tx
    .updateTable("users")
    .set({ newEmail, emailAskedAt: new Date(), ...(isNotified && { formerEmail: old }) })
    .where("id", "=", userId)
    .execute();
  if (isNotified) await queueMail(tx, { kind: EMAIL_CHANGE_NOTICE, userId, language });
  await queueMail(tx, { kind: EMAIL_CHANGE, userId, language });
  return accept("asked" as const);
}

async function noticeWaits(tx: Transaction, userId: string): Promise<boolean> {
  const notices = tx.selectFrom("mails").select("id").where("raffleId", "=", SITE_ID).where("userId", "=", userId);
  const waiting = notices.where("kind", "=", EMAIL_CHANGE_NOTICE).where("state", "in", ["waiting", "deferred"]);
  return (await waiting.limit(1).executeTakeFirst()) !== undefined;
}

const LINK_MS = EMAIL_LINK_DAYS * DAY_MS;

const SEALED_AS: SealedAs = { kind: "email-change-link/1", boundTo: "" };

/** The token of the link that proves an account's new address. It works while the account awaits that address. */
export function emailChangeToken(secret: Uint8Array, change: { readonly userId: string; readonly email: string }) {
  const link = { ...change, until: Date.now() + LINK_MS };
  return seal(secret, SEALED_AS, Buffer.from(JSON.stringify(link))).toString("base64url");
}

/**
 * Gives an account the address that this token was mailed to. A repeat succeeds too.
 *
 * @returns false if the token is none of ours or over, if the change was stopped, or the address has an account now
 */
export async function confirmNewEmail(
  { secret, ...deps }: ChangeDeps & { readonly secret: Uint8Array },
  token: string,
): Promise<boolean> {
  const opened = unseal(secret, SEALED_AS, Buffer.from(token, "base64url"));
  if (!opened) return false;
  const { userId, email, until } = JSON.parse(opened.toString()) as { userId: string; email: string; until: number };
  if (until <= Date.now()) return false;
  if ((await takeEmail(deps, userId, { email })) === "changed") return true;
  return (await findAddresses(deps.db, userId))?.email === email;
}

/** An account's address, and the one that it gets once it is proved; undefined if there is no such account. */
export async function findAddresses(reader: Reader, userId: string) {
  const user = reader.selectFrom("users").select(["email", "newEmail"]).where("id", "=", userId);
  return user.executeTakeFirst();
}

/**
 * Gives an account another address, and closes the links that went to the old one.
 *
 * @param hash by which the password was proved; without it, the address was proved and has to be the one asked for
 * @returns `no` if the account is gone or banned, or neither proof holds any more
 */
async function takeEmail(
  { db, onEvent }: ChangeDeps,
  userId: string,
  { email, hash }: { readonly email: string; readonly hash?: string },
): Promise<"changed" | "in-use" | "no"> {
  try {
    const isChanged = await inTransaction(db, async (tx) => {
      if (hash !== undefined && !(await isStillStored(tx, userId, hash))) return false;
      const { numUpdatedRows } = await tx
        .updateTable("users")
        .set({ email, emailVerified: hash === undefined, updatedAt: new Date() })
        .where("id", "=", userId)
        .where("banned", "=", false)
        .$if(hash === undefined, (update) => update.where("newEmail", "=", email))
        .executeTakeFirst();
      // Not by a link that changes nothing: an old one would stop a newer change.
      if (numUpdatedRows > 0n) await closeLinks(tx, userId);
      return numUpdatedRows > 0n;
    });
    if (isChanged) onEvent({ event: "email-changed", userId });
    return isChanged ? "changed" : "no";
  } catch (error) {
    // The database refuses an address that another account took meanwhile.
    if (await hasAccount(db, email)) return "in-use";
    throw error;
  }
}
