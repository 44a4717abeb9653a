import type { Cookies, PasswordRefusal } from "#src/access/accounts.ts";
import type { AccountScope } from "#src/access/scope.ts";
import type { Visitor } from "#src/api/page-context.ts";
import type { Site } from "#src/api/site.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { type ProfileIntent, typedPassword } from "./account-form.ts";
import { formText } from "./form-text.ts";

/** Does what somebody pressed on their own page; a button that is not ours does nothing. */
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
