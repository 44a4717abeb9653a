import type { OnSecurityEvent } from "#src/access/audit/security-events.ts";
import type { Prover } from "#src/access/codes/entry-code-attempts.ts";
import type { AccountScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { type SealedAs, seal, unseal } from "#src/base/sealed.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { queueMail } from "#src/mail/write.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { refuseWhileBusy } from "../password-hash.ts";
import { readEmail, type TypedRefusal } from "../schema.ts";
import type { SignInAttempts, WaitRefusal } from "../sign-in-attempts.ts";
import { refuseOtherPassword } from "../stored-password.ts";
import { closeLinks, hasAccount } from "../users.ts";

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

type Deps = {
  readonly db: Database;
  readonly attempts: SignInAttempts;
  readonly sendsMail: boolean;
  readonly onEvent: OnSecurityEvent;
};

const EMAIL_IN_USE = refuse({ reason: "email-in-use", fields: { email: [{ key: "emailInUse" }] } } as const);

/** The part of accounts.ts that changes one's own address. */
export function ownEmail({ db, attempts, sendsMail, onEvent }: Deps): OwnEmail {
  return {
    async changeEmail({ userId, email: old, emailVerified }, { email: typed, password, language, ...prover }) {
      const read = readEmail({ email: typed });
      if (!read.ok) return read;
      const busy = refuseWhileBusy();
      if (busy) return busy;
      const proof = await attempts.attempt({ ...prover, email: old }, () => refuseOtherPassword(db, userId, password));
      if (!proof.ok) return proof;
      const { email } = read.value;
      if (await hasAccount(db, email)) return EMAIL_IN_USE;
      if (!sendsMail) {
        const taken = await takeEmail(db, userId, { email, isProven: false });
        if (!taken) return EMAIL_IN_USE;
        onEvent({ event: "email-changed", userId });
        return accept("changed");
      }
      const wait = await attempts.countVerification({ address: prover.address, email });
      if (wait) return wait;
      await inTransaction(db, async (tx) => {
        await tx.updateTable("users").set({ newEmail: email }).where("id", "=", userId).execute();
        await queueMail(tx, { kind: EMAIL_CHANGE, userId, language });
        // An address that nobody proved may be a stranger's.
        if (emailVerified) await queueMail(tx, { kind: EMAIL_CHANGE_NOTICE, userId, language });
      });
      return accept("asked");
    },
  };
}

/** Long enough for people on holiday: the link only proves that mail arrives. */
const LINK_MS = 7 * 86_400_000;

const SEALED_AS: SealedAs = { kind: "email-change-link/1", boundTo: "" };

/** The token of the link that proves an account's new address. Nothing is stored for it. */
export function emailChangeToken(secret: Uint8Array, change: { readonly userId: string; readonly email: string }) {
  const link = { ...change, until: Date.now() + LINK_MS };
  return seal(secret, SEALED_AS, Buffer.from(JSON.stringify(link))).toString("base64url");
}

/**
 * Gives an account the address that this token was mailed to. A repeat succeeds too.
 *
 * @returns false if the token is none of ours or over, if the change was stopped, or the address has an account now
 */
export async function confirmNewEmail(db: Database, secret: Uint8Array, token: string): Promise<boolean> {
  const opened = unseal(secret, SEALED_AS, Buffer.from(token, "base64url"));
  if (!opened) return false;
  const { userId, email, until } = JSON.parse(opened.toString()) as { userId: string; email: string; until: number };
  if (until <= Date.now()) return false;
  if (await takeEmail(db, userId, { email, isProven: true })) return true;
  return (await findAddresses(db, userId))?.email === email;
}

/** An account's address, and the one that it gets once it is proved; undefined if there is no such account. */
export async function findAddresses(reader: Reader, userId: string) {
  const user = reader.selectFrom("users").select(["email", "newEmail"]).where("id", "=", userId);
  return user.executeTakeFirst();
}

/** Gives an account another address, and closes the links that went to the old one. A proved one has to be awaited. */
async function takeEmail(
  db: Database,
  userId: string,
  { email, isProven }: { readonly email: string; readonly isProven: boolean },
): Promise<boolean> {
  try {
    return await inTransaction(db, async (tx) => {
      const changed = await tx
        .updateTable("users")
        .set(({ ref }) => ({ email, emailVerified: isProven, formerEmail: ref("email"), updatedAt: new Date() }))
        .where("id", "=", userId)
        .$if(isProven, (update) => update.where("newEmail", "=", email))
        .executeTakeFirst();
      await closeLinks(tx, userId);
      return changed.numUpdatedRows > 0n;
    });
  } catch (error) {
    // The database refuses an address that another account took meanwhile.
    if (await hasAccount(db, email)) return false;
    throw error;
  }
}
