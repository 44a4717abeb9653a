import type { AccountScope } from "#src/access/scope.ts";
import type { Cookies, PasswordRefusal } from "#src/accounts/accounts.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Visitor } from "#src/http/page-context.ts";
import type { Site } from "#src/http/site.ts";
import { formText } from "../../requests/form-text.ts";
import { type ProfileIntent, typedPassword } from "../sign-in/account-form.ts";

/** Runs the action of the pressed button on a person's own page. An unknown button does nothing. */
export async function changeAccount(
  { accounts }: Site,
  visitor: Visitor,
  account: AccountScope,
  { intent, form }: { readonly intent: ProfileIntent | null; readonly form: FormData },
): Promise<Outcome<Cookies, PasswordRefusal>> {
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
    case null:
      return accept([]);
  }
}
