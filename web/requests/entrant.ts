import { createContext, data, redirectDocument } from "react-router";
import { type EntrantRefusal, proveEntrant } from "#src/access/entrant.ts";
import {
  type ContactRefusal,
  contactOfPass,
  contactPass,
  proveCodeAndContact,
  proveContact,
} from "#src/access/entrant-contact.ts";
import { contactOfLink } from "#src/access/entry-link.ts";
import type { ContactScope, EntrantScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { MessageKey, Refusal } from "#src/base/refusal.ts";
import { contactKeys } from "#src/entries/paper/paper-contact.ts";
import { noteEntryOpened, noteMailboxConfirmed } from "#src/entries/typed/note-opened.ts";
import { passCookie } from "#src/http/organiser-cookies.ts";
import { setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffleId } from "#src/raffles/read.ts";
import type { PageRequestOf } from "./page-request.ts";
import { pathTo } from "./path-to.ts";
import { challengePage } from "./refusals/challenge-page.ts";

/** A request of a page with `raffleCode` and `entryCode` in its path. */
type PageArgs = PageRequestOf<Readonly<Record<string, string | undefined>>>;

/** What a request has proved; the contact is null for whoever has the entry code alone. */
export type EntrantProofs = { readonly entrant: EntrantScope; readonly contact: ContactScope | null };

/** What this request's action proved, so that the loader need not prove it again. */
const provedContext = createContext<EntrantProofs | null>(null);

/**
 * Proves an entrant by a code that was typed into a form.
 *
 * @param raffleId of the page's raffle, null where there is no such raffle; undefined for a code of any raffle
 * @returns refusals: `invalid-fields` where nothing was typed, `raffle-not-found`, and those of `proveEntrant`
 */
export async function proveTypedCode(
  context: PageArgs["context"],
  entryCode: string,
  raffleId?: string | null,
): Promise<Outcome<EntrantScope, EntrantRefusal | Refusal<"invalid-fields" | "raffle-not-found">>> {
  if (entryCode.trim() === "") {
    return refuse({ reason: "invalid-fields", fields: { entryCode: [{ key: "entryCodeRequired" }] } });
  }
  if (raffleId === null) return refuse({ reason: "raffle-not-found" });
  const { db, entryAttempts } = context.get(siteContext);
  const { address, solution } = context.get(visitorContext);
  return proveEntrant({ reader: db, entryAttempts, address, solution }, { entryCode, raffleId });
}

/**
 * Checks whether this browser has a pass for the entry's phone or e-mail. If not, proves the entry code.
 *
 * @param typed the phone or e-mail: where the code alone would cost a puzzle, it is proved with it
 * @throws the page that says what is wrong, or asks for a puzzle
 */
export async function entrantFor(args: PageArgs, typed?: string): Promise<EntrantProofs> {
  const proved = args.context.get(provedContext) ?? (await provedBy(args, typed));
  args.context.set(provedContext, proved);
  return proved;
}

async function provedBy(args: PageArgs, typed = ""): Promise<EntrantProofs> {
  const site = args.context.get(siteContext);
  const { db, entryAttempts, secret, clock } = site;
  const { address, solution } = args.context.get(visitorContext);
  const { raffleId, entryCode } = await findNamed(args);
  const claim = { entryCode, raffleId };
  const held = await contactOfPass({ secret, cookies: cookiesOf(args), now: clock() }, db, claim);
  if (held) return { entrant: held, contact: held };
  const scope = await proveEntrant({ reader: db, entryAttempts, address, solution }, claim);
  if (scope.ok) return { entrant: scope.value, contact: null };
  if (!("challenge" in scope.refusal)) throw entryMissing(args);
  const path = pathTo("raffle-entry", args.params.raffleCode, entryCode);
  const contact = { path, wrong: typed.trim() !== "" };
  if (!contact.wrong) throw challengePage(args.context, scope.refusal, { contact });
  const keys = contactKeys(typed, site.config.defaultRegion);
  const proof = await proveCodeAndContact({ reader: db, entryAttempts, address, solution }, { ...claim, ...keys });
  if (!proof.ok) throw challengePage(args.context, scope.refusal, { contact });
  await leavePass(args, proof.value);
  await noteEntryOpened(site, proof.value, address);
  return { entrant: proof.value, contact: proof.value };
}

/**
 * Redirects from a mail's link to the plain URL of the same page, with a pass if the link is valid. People copy and
 * share the URL, so nothing in it may open the entry.
 *
 * @param page the first part of its path: `raffle-entry`
 */
export async function openFromMail(args: PageArgs, page: string, { searchParams }: URL): Promise<Response> {
  const site = args.context.get(siteContext);
  const named = await findNamed(args);
  const contact = await contactOfLink(site.secret, site.db, named, searchParams.get("own") ?? "");
  if (contact) {
    await leavePass(args, contact);
    await noteMailboxConfirmed(site, contact);
  }
  searchParams.delete("own");
  const rest = searchParams.size > 0 ? `?${searchParams}` : "";
  const path = pathTo(page, args.params.raffleCode, named.entryCode);
  return redirectDocument(path + rest, 303);
}

/** Proves a typed phone or e-mail for this request, and sets a pass. */
export async function showDetails(
  args: PageArgs,
  entrant: EntrantScope,
  typed: string,
): Promise<Outcome<void, Refusal<"invalid-fields"> | ContactRefusal>> {
  if (typed.trim() === "") {
    return refuse({ reason: "invalid-fields", fields: { contact: [{ key: "contactRequiredHere" }] } });
  }
  const { context, params } = args;
  const site = context.get(siteContext);
  const { db, entryAttempts, config } = site;
  const { address, solution } = context.get(visitorContext);
  const claim = { entryCode: params.entryCode ?? "", ...contactKeys(typed, config.defaultRegion) };
  const proof = await proveContact({ reader: db, entryAttempts, address, solution }, entrant, claim);
  if (!proof.ok) return proof;
  await leavePass(args, proof.value);
  await noteEntryOpened(site, proof.value, address);
  context.set(provedContext, { entrant, contact: proof.value });
  return accept(undefined);
}

/** The page that says that there is no such entry. */
export function entryMissing(args: Pick<PageArgs, "context">) {
  return missing(args, "entryMissing");
}

async function findNamed(args: PageArgs): Promise<{ readonly raffleId: string; readonly entryCode: string }> {
  const { raffleCode = "", entryCode = "" } = args.params;
  const raffleId = await findRaffleId(args.context.get(siteContext).db, raffleCode);
  if (!raffleId) throw missing(args, "raffleMissing");
  return { raffleId, entryCode };
}

/** Sets a pass for the entry as a cookie on the response. */
export async function leavePass(args: PageArgs, contact: ContactScope): Promise<void> {
  const { db, config, secret, clock } = args.context.get(siteContext);
  const pass = await contactPass({ secret, cookies: cookiesOf(args), now: clock() }, db, contact);
  if (pass) setCookies(args.context, [passCookie(pass, config.origin)]);
}

function cookiesOf({ request }: PageArgs): string {
  return request.headers.get("cookie") ?? "";
}

function missing({ context }: Pick<PageArgs, "context">, key: MessageKey) {
  return data({ message: translate(context.get(visitorContext).language, { key }) }, { status: 404 });
}
