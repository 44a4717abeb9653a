import type { AccountScope } from "#src/access/scope.ts";
import type { SharedSecret } from "#src/accounts/second-factor.ts";
import type { BeginRefusal, CodeRefused, OwnSecondFactor } from "#src/accounts/second-factor-sign-in.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Visitor } from "#src/http/page-context.ts";
import { formText } from "../../requests/form-text.ts";

const INTENTS = ["begin", "confirm", "renew", "remove"] as const;

/** The buttons of the second-factor page. */
export type SecondFactorIntent = (typeof INTENTS)[number];

/** Reads the pressed button. Null for an unknown one. */
export function secondFactorIntent(form: FormData): SecondFactorIntent | null {
  const pressed = formText(form, "intent");
  return INTENTS.find((intent) => intent === pressed) ?? null;
}

type Done = { readonly shared: SharedSecret | null; readonly backupCodes: string[] | null };

/** Runs the action of the pressed button. An unknown button does nothing. */
export async function changeSecondFactor(
  accounts: OwnSecondFactor,
  account: AccountScope,
  asked: { readonly intent: SecondFactorIntent | null; readonly form: FormData; readonly visitor: Visitor },
): Promise<Outcome<Done, BeginRefusal | CodeRefused>> {
  const code = formText(asked.form, "code");
  switch (asked.intent) {
    case "begin": {
      const { address, solution } = asked.visitor;
      const typed = { password: formText(asked.form, "password"), address, solution };
      const begun = await accounts.beginSecondFactor(account, typed);
      return begun.ok ? accept({ shared: begun.value, backupCodes: null }) : begun;
    }
    case "confirm":
    case "renew": {
      const codes = await (asked.intent === "renew"
        ? accounts.renewBackupCodes(account, code)
        : accounts.confirmSecondFactor(account, code));
      return codes.ok ? accept({ shared: null, backupCodes: codes.value }) : codes;
    }
    case "remove": {
      const removed = await accounts.removeOwnSecondFactor(account, code);
      return removed.ok ? accept({ shared: null, backupCodes: null }) : removed;
    }
    case null:
      return accept({ shared: null, backupCodes: null });
  }
}
