import { proveMember } from "#src/access/organiser.ts";
import type { AccountScope } from "#src/access/scope.ts";
import { leaveRaffle } from "#src/access/team/members.ts";
import type { Cookies, PasswordRefusal } from "#src/accounts/accounts.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Visitor } from "#src/http/page-context.ts";
import type { Site } from "#src/http/site.ts";
import { formText } from "../../requests/form-text.ts";
import { type ProfileIntent, typedPassword } from "../sign-in/account-form.ts";

const NOT_THEIRS = refuse({ reason: "raffle-not-found" } as const);

/** Runs the action of the pressed button on a person's own page. An unknown button does nothing. */
export async function changeAccount(
  { accounts, db, clock }: Site,
  visitor: Visitor,
  account: AccountScope,
  { intent, form }: { readonly intent: ProfileIntent | null; readonly form: FormData },
): Promise<Outcome<Cookies, PasswordRefusal | Refusal<"raffle-not-found" | "last-owner">>> {
  switch (intent) {
    case "rename":
      return accounts.rename(visitor, formText(form, "username"));
    case "password": {
      const typed = { current: formText(form, "current"), ...typedPassword(form) };
      return accounts.changePassword(visitor, account, typed);
    }
    case "verify": {
      const asked = await accounts.askForVerification(visitor, account);
      return asked.ok ? accept([]) : asked;
    }
    case "end-session":
      await accounts.endSession(visitor, formText(form, "session"));
      return accept([]);
    case "leave-raffle": {
      const member = await proveMember(db, account, formText(form, "raffle"));
      const left = member ? await leaveRaffle({ db, clock }, member) : NOT_THEIRS;
      return left.ok ? accept([]) : left;
    }
    case null:
      return accept([]);
  }
}
