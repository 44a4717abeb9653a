import { createContext, redirectDocument } from "react-router";
import type { OrganiserDeps } from "#src/access/codes/prove-code.ts";
import {
  type EventClaim,
  type EventOrganiserRefusal,
  HELD,
  issuePass,
  type OrganiserClaim,
  type OrganiserRefusal,
  OWNER,
  proveEventOrganiser,
  proveOrganiser,
} from "#src/access/organiser.ts";
import type { EventScope, OrganiserScope } from "#src/access/scope.ts";
import { typedCode } from "#src/base/code-formats.ts";
import type { Outcome } from "#src/base/outcome.ts";
import { bringsPasses, passCookie } from "#src/http/organiser-cookies.ts";
import { accountContext, answerCookies, setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import { passMark } from "#src/http/signed-in-cookie.ts";
import { toLogin } from "./account.ts";
import type { PageRequest, PageRequestOf } from "./page-request.ts";
import { pathTo } from "./path-to.ts";
import { refusalPage } from "./refusals/refusal-page.ts";

/** URL parameter: the browser was given a pass and did not send it back, so it stores no cookies. */
const WITHOUT_PASS = "without-pass";

/** A request of a screen of the desk: its address names the raffle and, but for a helper's, an access code. */
export type DeskPage = PageRequestOf<{ readonly raffleCode: string; readonly accessCode?: string | undefined }>;

/** What a request of the desk has proved, or throws where that failed. */
const deskContext = createContext<() => Outcome<OrganiserScope, OrganiserRefusal>>();

/**
 * Proves the organiser of a screen of the desk, before its action and its loaders, which ask `organiserOf`. What is
 * refused is thrown there: an error page that the middleware threw would lack what the root loads.
 *
 * @throws a redirect in three cases. A browser that stores its pass: to the URL without the code. A guest at an owner's
 *   URL: to the login page. A missing pass where one is required: to the page where the code is typed
 */
export async function proveDesk(page: DeskPage): Promise<void> {
  const { raffleCode: raffle, accessCode } = page.params;
  if (accessCode === undefined) return;
  try {
    const scope = await proveAtAddress(page, { raffle, accessCode });
    page.context.set(deskContext, () => scope);
  } catch (err) {
    if (err instanceof Response) throw err;
    page.context.set(deskContext, () => {
      throw err;
    });
  }
}

/** What this request has proved of the raffle in its address. */
export function deskProof(context: PageRequest["context"]): Outcome<OrganiserScope, OrganiserRefusal> {
  return context.get(deskContext)();
}

/**
 * The organiser whom this request has proved.
 *
 * @throws React Router's `data` with a message: 404 for an unknown raffle, 403 for a wrong code, 429 for too many
 *   attempts
 */
export function organiserOf({ request, context, params }: DeskPage): OrganiserScope {
  const scope = deskProof(context);
  if (scope.ok) return scope.value;
  // The wrong code's page asks for the right one.
  const retry = scope.refusal.reason === "access-code-mismatch" && deskDoor(request, params.raffleCode);
  throw refusalPage(context, scope.refusal, retry ? { retry } : {});
}

/** Where a raffle's code is typed to come to the screen of a request. */
export function deskDoor(request: Request, raffle: string): string {
  const without = isWithoutPass(request) ? `&${WITHOUT_PASS}=` : "";
  return `/open-desk/${encodeURIComponent(raffle)}?to=${encodeURIComponent(screenName(request))}${without}`;
}

function isWithoutPass(request: Request): boolean {
  return new URL(request.url).searchParams.has(WITHOUT_PASS);
}

/**
 * Whether a browser without a pass came from elsewhere: with a link, or an address that was typed. From a page of ours
 * it would have brought its pass, so there it stores none. Old browsers do not say.
 */
function comesFromElsewhere(request: Request): boolean {
  return !["same-origin", null].includes(request.headers.get("sec-fetch-site"));
}

async function proveAtAddress(
  page: PageRequest,
  claim: { readonly raffle: string; readonly accessCode: string },
): Promise<Outcome<OrganiserScope, OrganiserRefusal>> {
  const scope = await proveOnPage(page, { ...claim, exact: true });
  const { request } = page;
  if (request.method !== "GET" && request.method !== "HEAD") return scope;
  if (scope.ok) leadOn(request, claim);
  else if (claim.accessCode === HELD && scope.refusal.reason === "access-code-mismatch") {
    throw redirectDocument(deskDoor(request, claim.raffle));
  }
  return scope;
}

/**
 * Only a second request shows whether a browser sends its passes back, so this redirects once to find out. It leaves
 * the code out of that address too, unless the browser is known to store no cookies, or too old to say where it comes
 * from.
 */
function leadOn(request: Request, { raffle, accessCode }: { readonly raffle: string; readonly accessCode: string }) {
  const { searchParams } = new URL(request.url);
  const isTried = searchParams.has(WITHOUT_PASS);
  if (accessCode === OWNER || (accessCode === HELD && !isTried)) return;
  const keepsCookies = accessCode === HELD || bringsPasses(request.headers.get("cookie") ?? undefined);
  if (!keepsCookies && isTried) return;
  searchParams.delete(WITHOUT_PASS);
  if (!keepsCookies) searchParams.set(WITHOUT_PASS, "");
  const code = keepsCookies || comesFromElsewhere(request) ? HELD : accessCode;
  const search = searchParams.size > 0 ? `?${searchParams}` : "";
  throw redirectDocument(pathTo(screenName(request), raffle, code) + search);
}

/** The first part of a request's path, which names its screen. */
export function screenName(request: Request): string {
  return new URL(request.url).pathname.split("/")[1]?.replace(/\.data$/, "") ?? "";
}

/** What stands in a desk URL in place of the access code, by what proved the organiser. */
export function markerOf(scope: OrganiserScope): typeof HELD | typeof OWNER {
  return scope.userId === null ? HELD : OWNER;
}

/** The URL of a desk screen after the code was typed. It leaves the code out where the browser stores passes. */
export function deskAddress(request: Request, screen: string, raffle: string, typed: string): string {
  const keepsCookies = bringsPasses(request.headers.get("cookie") ?? undefined);
  const without = isWithoutPass(request) && !keepsCookies ? `?${WITHOUT_PASS}=` : "";
  return pathTo(screen, raffle, keepsCookies ? HELD : typedCode(typed)) + without;
}

/**
 * Proves the organiser of a page by a typed code, the account that owns the raffle, or the browser's pass. A browser
 * that proved without an account gets a fresh pass.
 *
 * @param trust whether the person ticked that the browser can be trusted, where the code was typed
 * @throws a redirect to the login page for a guest at an owner's URL
 */
export async function proveOnPage(
  page: PageRequest,
  claim: OrganiserClaim,
  trust = false,
): Promise<Outcome<OrganiserScope, OrganiserRefusal>> {
  const account = await page.context.get(accountContext)();
  if (claim.exact && claim.accessCode === OWNER && !account) throw toLogin(page.request);
  const scope = await proveOrganiser({ ...givenTo(page), account }, claim);
  if (scope.ok) await leavePass(page, scope.value, trust);
  return scope;
}

/** The same for an event's organiser. */
export async function proveEventOnPage(
  page: PageRequest,
  claim: EventClaim,
  trust = false,
): Promise<Outcome<EventScope, EventOrganiserRefusal>> {
  const account = await page.context.get(accountContext)();
  const scope = await proveEventOrganiser({ ...givenTo(page), account }, claim);
  if (scope.ok) await leavePass(page, scope.value, trust);
  return scope;
}

/** What a proof needs of a request. */
export function givenTo(page: PageRequest): OrganiserDeps {
  const site = page.context.get(siteContext);
  const { address, solution } = page.context.get(visitorContext);
  return { ...site, reader: site.db, address, solution, pass: cookiesOf(page) };
}

/** Includes cookies that this response sets: a loader after the action of the same request sees the action's pass. */
function cookiesOf({ request, context }: PageRequest): string {
  const cookies = context
    .get(answerCookies)
    .values()
    .map((cookie) => cookie.split(";")[0]);
  return [...cookies, request.headers.get("cookie") ?? ""].join("; ");
}

/** Sets a fresh pass as a cookie on the response. */
export async function leavePass(page: PageRequest, scope: OrganiserScope | EventScope, trust = false): Promise<void> {
  const site = page.context.get(siteContext);
  const passes = await issuePass({ ...site, reader: site.db }, scope, { cookies: cookiesOf(page), trust });
  const cookies = passes.map((pass) => passCookie(pass, site.config.origin));
  setCookies(page.context, cookies);
  if (cookies.length > 0 && "raffleId" in scope)
    setCookies(page.context, passMark(cookiesOf(page), site.config.origin));
}
