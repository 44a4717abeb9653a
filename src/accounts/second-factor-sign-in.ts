import type { OnSecurityEvent } from "#src/access/audit/security-events.ts";
import type { Prover } from "#src/access/codes/entry-code-attempts.ts";
import type { AccountScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { refuseWeak, TypedPassword } from "./password-strength.ts";
import type { SecondFactors, SharedSecret } from "./second-factor.ts";
import type { SignInAttempts, WaitRefusal } from "./sign-in-attempts.ts";
import { refuseOtherPassword } from "./stored-password.ts";

export type CodeRefused = Refusal<"second-code-wrong"> | WaitRefusal;
export type BeginRefusal =
  | Refusal<"password-wrong" | "password-too-weak" | "second-factor-in-use" | "site-busy">
  | WaitRefusal
  | ChallengeRefusal;

/** Actions on the second factor of one's own account. */
export type OwnSecondFactor = {
  /** When the second factor was set up; null if there is none. */
  secondFactorSince(account: AccountScope): Promise<Date | null>;
  /** Makes the secret for an app. Requires the password, which must be strong: the factor does not replace that. */
  beginSecondFactor(
    account: AccountScope,
    typed: Prover & { readonly password: string },
  ): Promise<Outcome<SharedSecret, BeginRefusal>>;
  /** The secret that is not yet confirmed, or null. */
  begunSecondFactor(account: AccountScope): Promise<SharedSecret | null>;
  /** Confirms with the app's first code. From then on sign-in needs one. Returns the backup codes, only this once. */
  confirmSecondFactor(account: AccountScope, code: string): Promise<Outcome<string[], CodeRefused>>;
  /** Replaces the backup codes and returns the new ones. Requires a code. */
  renewBackupCodes(account: AccountScope, code: string): Promise<Outcome<string[], CodeRefused>>;
  /** Removes the second factor. Requires a code. */
  removeOwnSecondFactor(account: AccountScope, code: string): Promise<Outcome<null, CodeRefused>>;
};

type Deps = {
  readonly db: Database;
  readonly factors: SecondFactors;
  readonly attempts: SignInAttempts;
  readonly productName: string;
  readonly refuseWeak: typeof refuseWeak;
  readonly onEvent: OnSecurityEvent;
};

/** The part of accounts.ts that deals with one's own second factor. */
export function ownSecondFactor({ db, factors, attempts, productName, refuseWeak, onEvent }: Deps): OwnSecondFactor {
  /** Counts attempts per account only: the client has already proved its password. */
  async function withCode<Value>(
    { userId }: AccountScope,
    prove: () => Promise<Value | null>,
  ): Promise<Outcome<Value, CodeRefused>> {
    return attempts.attemptCode<Value, "second-code-wrong">(userId, async () => {
      const value = await prove();
      return value === null ? SECOND_CODE_WRONG : accept(value);
    });
  }

  return {
    secondFactorSince: ({ userId }) => factors.confirmedAt(userId),
    begunSecondFactor: (account) => factors.begun(account),

    async beginSecondFactor(account, { password, address, solution }) {
      const { email, username, userId } = account;
      const proof = await attempts.attempt({ address, solution, email }, () =>
        refuseOtherPassword(db, userId, password),
      );
      if (!proof.ok) return proof;
      const typed: Pick<TypedPassword, "password" | "anyway"> = { password, anyway: false };
      const weak = await refuseWeak(typed, { known: [username, email, productName], mustBeStrong: true });
      // The user typed the existing password, so the refusal sends them to the profile to change it.
      if (weak) return refuse({ reason: "password-too-weak", fields: { password: [{ key: "passwordChangeFirst" }] } });
      const secret = await factors.begin(account);
      return secret ? accept(secret) : refuse({ reason: "second-factor-in-use" });
    },

    async confirmSecondFactor(account, code) {
      const confirmed = await withCode(account, () => factors.confirm(account, code));
      if (confirmed.ok) onEvent({ event: "second-factor-set", userId: account.userId });
      return confirmed;
    },

    renewBackupCodes(account, code) {
      const { userId } = account;
      return withCode(account, async () =>
        (await factors.take(userId, code)) ? factors.renewBackupCodes(userId) : null,
      );
    },

    async removeOwnSecondFactor(account, code) {
      const { userId } = account;
      const taken = await withCode(account, async () => (await factors.take(userId, code)) || null);
      if (!taken.ok) return taken;
      await factors.remove(userId);
      onEvent({ event: "second-factor-removed", userId });
      return accept(null);
    },
  };
}

export const SECOND_CODE_WRONG = refuse({
  reason: "second-code-wrong",
  fields: { code: [{ key: "secondCodeWrong" }] },
} as const);
