import { listTokens, makeToken, revokeToken } from "#src/access/tokens/tokens.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { listOwnRaffles } from "#src/raffles/lists/account-raffles.ts";
import { formText, typedPermissions } from "../../requests/form-text.ts";
import { accountAction, accountLoader } from "../../requests/screens.ts";
import { ApiTokens } from "./api-tokens.tsx";

export const handle: PageHandle = { forms: true, personal: true };

export const loader = accountLoader("team:tokens.description", async ({ site, scope }) => {
  const [tokens, own] = [await listTokens(site.db, scope), await listOwnRaffles(site.db, scope, 1)];
  const now = site.clock();
  return {
    tokens: tokens.map((token) => ({ ...token, isOver: token.expiresAt <= now })),
    /** The newest raffles that a token can be for. */
    raffles: own.raffles.filter(({ role }) => role !== "helper").map(({ id, name }) => ({ id, name })),
  };
});

/** The token is null where one was ended, and else shown this once. */
type Done = { readonly name: string; readonly token: string | null };

export const action = accountAction({
  read: (form) => ({
    name: formText(form, "name"),
    permissions: typedPermissions(form),
    raffles: formText(form, "all") === "yes" ? null : form.getAll("raffles").map(String),
    days: formText(form, "days"),
  }),
  change: async ({
    deps,
    scope,
    form,
    intent,
    typed,
  }): Promise<Outcome<Done, Refusal<"invalid-fields" | "token-not-found">>> => {
    if (intent !== "end") return makeToken(deps, scope, typed);
    const ended = await revokeToken(deps, scope, formText(form, "token"));
    return ended.ok ? accept({ name: ended.value.name, token: null }) : ended;
  },
});

export default ApiTokens;
