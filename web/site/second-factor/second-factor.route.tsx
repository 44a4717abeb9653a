import { renderSVG } from "uqr";
import type { SharedSecret } from "#src/accounts/second-factor.ts";
import type { BeginRefusal, CodeRefused } from "#src/accounts/second-factor-sign-in.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formText } from "../../requests/form-text.ts";
import { safeNext } from "../../requests/safe-next.ts";
import { accountAction, accountLoader } from "../../requests/screens.ts";
import { SecondFactor } from "./second-factor.tsx";

export const handle: PageHandle = { forms: true, personal: true };

export const loader = accountLoader("accounts:factor.description", async ({ site, url, scope }) => ({
  email: scope.email,
  since: await site.accounts.secondFactorSince(scope),
  /** For an admin, who must have a second factor. */
  isRequired: scope.role === "admin",
  next: safeNext(url.searchParams.get("next"), "/profile"),
}));

/** The key until it is confirmed, then the backup codes. Only the response itself ever holds them. */
type Done = { readonly shared?: ReturnType<typeof shown>; readonly backupCodes?: readonly string[] };

export const action = accountAction({
  read: () => null,
  change: async ({ site, context, scope, form, intent }): Promise<Outcome<Done, BeginRefusal | CodeRefused>> => {
    const { accounts } = site;
    const code = formText(form, "code");
    switch (intent) {
      case "begin": {
        const { address, solution } = context.get(visitorContext);
        const begun = await accounts.beginSecondFactor(scope, {
          password: formText(form, "password"),
          address,
          solution,
        });
        return begun.ok ? accept({ shared: shown(begun.value) }) : begun;
      }
      case "confirm":
      case "renew": {
        const codes = await (intent === "renew"
          ? accounts.renewBackupCodes(scope, code)
          : accounts.confirmSecondFactor(scope, code));
        return codes.ok ? accept({ backupCodes: codes.value }) : codes;
      }
      case "remove": {
        const removed = await accounts.removeOwnSecondFactor(scope, code);
        return removed.ok ? accept({}) : removed;
      }
      default:
        return accept({});
    }
  },
  // After a mistyped code the setup continues with the same key.
  more: async ({ site, scope, intent }) => {
    const begun = intent === "confirm" ? await site.accounts.begunSecondFactor(scope) : null;
    return begun && { shared: shown(begun) };
  },
});

function shown(shared: SharedSecret) {
  return { qrCode: renderSVG(shared.url, { border: 2 }), typed: shared.typed };
}

export default SecondFactor;
