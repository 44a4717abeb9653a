import type { RouterContextProvider } from "react-router";
import type { AccountScope } from "#src/access/scope.ts";
import { listTokens, makeToken, revokeToken, type TypedToken } from "#src/access/tokens/tokens.ts";
import { accept } from "#src/base/outcome.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import { listOwnRaffles } from "#src/raffles/lists/account-raffles.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText, typedPermissions } from "../../requests/form-text.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";

type Context = Readonly<RouterContextProvider>;

/** What became of the form: a token that is shown this once, an end, or a refusal with what was typed. */
export type TokenResult =
  | { readonly is: "made"; readonly name: string; readonly token: string }
  | { readonly is: "ended"; readonly name: string }
  | { readonly is: "refused"; readonly refusal: RefusalView; readonly typed: TypedToken };

/** Loads an account's tokens, and the newest raffles that one can be for. */
export async function loadTokens(context: Context, account: AccountScope) {
  const { db, clock } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const [tokens, own] = [await listTokens(db, account), await listOwnRaffles(db, account, 1)];
  const now = clock();
  return {
    tokens: tokens.map((token) => ({ ...token, isOver: token.expiresAt <= now })),
    raffles: own.raffles.filter(({ role }) => role !== "helper").map(({ id, name }) => ({ id, name })),
    meta: { path: "api-tokens", description: translate(language, { key: "team:tokens.description" }), listed: false },
  };
}

export type TokensView = Awaited<ReturnType<typeof loadTokens>>;

/** The token as typed. */
export function typedToken(form: FormData): TypedToken {
  return {
    name: formText(form, "name"),
    permissions: typedPermissions(form),
    raffles: formText(form, "all") === "yes" ? null : form.getAll("raffles").map(String),
    days: formText(form, "days"),
  };
}

/** Makes a token or ends one, as the form says. Refuses as `makeToken` and `revokeToken`. */
export async function changeTokens(context: Context, account: AccountScope, form: FormData) {
  const site = context.get(siteContext);
  if (formText(form, "intent") === "end") {
    const ended = await attempt(context, () => revokeToken(site, account, formText(form, "token")));
    return ended.ok ? accept({ is: "ended", name: ended.value.name } as const) : ended;
  }
  const made = await attempt(context, () => makeToken(site, account, typedToken(form)));
  return made.ok ? accept({ is: "made", ...made.value } as const) : made;
}
