import type { RouterContextProvider } from "react-router";
import {
  type EventClaim,
  type EventOrganiserRefusal,
  issuePass,
  type OrganiserClaim,
  type OrganiserRefusal,
  OWNER,
  proveEventOrganiser,
  proveOrganiser,
} from "#src/access/organiser.ts";
import type { OrganiserGiven } from "#src/access/prove-code.ts";
import type { EventScope, OrganiserScope } from "#src/access/scope.ts";
import { passCookie } from "#src/api/organiser-pass.ts";
import { accountContext, answerCookies, siteContext, visitorContext } from "#src/api/page-context.ts";
import type { Outcome } from "#src/base/outcome.ts";
import { toLogin } from "./account.ts";
import { refusalPage } from "./views/refusal-page.ts";

type PageRequest = {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
};

/**
 * For answers of the desk: nothing is kept on the way or in the browser, and no address leaves for another site. Not
 * `no-referrer`: browsers then send forms with `Origin: null`, which cannot be told from another site's.
 */
export const ORGANISER_HEADERS = { "cache-control": "no-store", "referrer-policy": "same-origin" } as const;

/**
 * Proves the organiser of a page with an access code in its address, which must be exact.
 *
 * @param raffleParam the name of the address's parameter that holds the raffle's code or id
 * @throws React Router's `data` with a sentence: 404 for an unknown raffle, 403 for a wrong code, 429 for too many
 */
export async function organiserFor(
  args: PageRequest & { readonly params: Readonly<Record<string, string | undefined>> },
  raffleParam: string,
): Promise<OrganiserScope> {
  const claim = { raffle: args.params[raffleParam] ?? "", accessCode: args.params.accessCode ?? "", exact: true };
  const scope = await proveOnPage(args, claim);
  if (scope.ok) return scope.value;
  throw refusalPage(args.context, scope.refusal, ORGANISER_HEADERS);
}

/**
 * Proves the organiser of a page by a typed code, the account that owns the raffle, or the browser's pass; a browser that
 * did without an account is left a fresh pass.
 *
 * @throws for a guest at an address that asks for the owner a redirect to the login page
 */
export async function proveOnPage(
  page: PageRequest,
  claim: OrganiserClaim,
): Promise<Outcome<OrganiserScope, OrganiserRefusal>> {
  const account = await page.context.get(accountContext)();
  if (claim.exact && claim.accessCode === OWNER && !account) throw toLogin(page.request);
  const scope = await proveOrganiser({ ...givenTo(page), account }, claim);
  if (scope.ok) await leavePass(page.context, scope.value);
  return scope;
}

/** The same for an event's organiser. */
export async function proveEventOnPage(
  page: PageRequest,
  claim: EventClaim,
): Promise<Outcome<EventScope, EventOrganiserRefusal>> {
  const account = await page.context.get(accountContext)();
  const scope = await proveEventOrganiser({ ...givenTo(page), account }, claim);
  if (scope.ok) await leavePass(page.context, scope.value);
  return scope;
}

function givenTo({ request, context }: PageRequest): OrganiserGiven {
  const site = context.get(siteContext);
  const { address } = context.get(visitorContext);
  // A loader that runs after the action of the same request sees the pass that the action has just given.
  const given = context
    .get(answerCookies)
    .values()
    .map((cookie) => cookie.split(";")[0]);
  const pass = [...given, request.headers.get("cookie") ?? ""].join("; ");
  return { ...site, reader: site.db, address, pass };
}

/** Leaves a fresh pass with the browser that is being answered. */
export async function leavePass(
  context: Readonly<RouterContextProvider>,
  scope: OrganiserScope | EventScope,
): Promise<void> {
  const site = context.get(siteContext);
  const pass = await issuePass({ ...site, reader: site.db }, scope);
  if (pass) context.get(answerCookies).set(pass.name, passCookie(pass, site.config.origin));
}
