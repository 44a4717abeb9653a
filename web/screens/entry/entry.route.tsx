import { createContext, data, redirectDocument } from "react-router";
import { proveEntrant } from "#src/access/entrant.ts";
import { type ContactRefusal, contactOfPass, contactPass, proveContact } from "#src/access/entrant-contact.ts";
import { contactOfLink } from "#src/access/entry-link.ts";
import type { ContactScope, EntrantScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { readOwnTicket } from "#src/draws/own-ticket.ts";
import { changeEntryFrom } from "#src/entries/change-entry.ts";
import { eraseOwnEntry } from "#src/entries/delete-entry.ts";
import { contactKeys } from "#src/entries/paper-contact.ts";
import { readEntry, readWholeEntry } from "#src/entries/read.ts";
import { passCookie } from "#src/http/organiser-cookies.ts";
import { setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { translate } from "#src/i18n/translate.ts";
import { mailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import { readOwnNews } from "#src/news/read.ts";
import { findRaffleId } from "#src/raffles/read.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { raffleView } from "../../page/raffle-view.ts";
import { attempt } from "../../requests/attempt.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalPage } from "../../requests/refusal-page.ts";
import { refusalStatus, refusalView } from "../../requests/refusal-view.ts";
import type { Route } from "./+types/entry.route.ts";
import { changesOf, type EntryChangeForm, readEntryChangeForm } from "./entry-change-form.ts";
import { EntryPageView } from "./entry-page-view.tsx";
import { ownTicketView } from "./own-ticket-view.ts";

export const handle = { hydrate: true, texts: ["entries", "raffles", "messages"] };

/** The scope that this request's action proved, so that the loader need not prove it again. */
const provedContext = createContext<Proofs | null>(null);

type Proofs = { readonly entrant: EntrantScope; readonly contact: ContactScope | null };

export async function loader(args: Route.LoaderArgs) {
  const site = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const url = new URL(args.request.url);
  if (url.searchParams.has("own")) throw await openFromMail(args, url);
  const { entrant, contact } = await provedBy(args);
  const found = contact ? await readWholeEntry(site.db, contact) : await readEntry(site.db, entrant);
  if (!found) throw notFound("entryMissing", args);
  const { raffle, entry, rules, wishes, provable } = found;
  const own = await readOwnTicket(site, entrant, contact);
  const keys = mailKeys(site.secret);
  // Only the owner of the e-mail address may see whether it gets news.
  const news = contact && (await readOwnNews(site.db, contact, keys));
  return data(
    {
      raffle: raffleView(raffle, site, language),
      entry: { ...entry, createdAt: formatTimestamp(entry.createdAt, language, site.config.timeZone) },
      provable,
      rules,
      wishes,
      ticket: own && ownTicketView(own, raffle, site, language),
      news: news && { getsNews: news.getsNews, path: `/unsubscribe/${unsubscribeToken(keys, news.addressKey)}` },
      operatorEmail: site.config.operatorEmail ?? null,
      meta: {
        path: "raffle-entry",
        subject: raffle.name,
        productName: site.config.productName,
        origin: site.config.origin,
        canonicalPath: `/raffle/${raffle.codeId}`,
        image: `/banner/${raffle.codeId}.png`,
        description: translate(language, { key: "entries:view.description" }),
        listed: false,
      },
    },
    // Personal data: no shared cache stores it, and the browser stores nothing after the page is closed.
    { headers: { "cache-control": "no-store" } },
  );
}

export async function action(args: Route.ActionArgs) {
  const site = args.context.get(siteContext);
  const proved = await provedBy(args);
  const { entrant: scope, contact } = proved;
  args.context.set(provedContext, proved);
  const sent = await readForm(args.request, args.context.get(visitorContext).language);
  const form = readEntryChangeForm(sent);
  if (form.intent === "show") {
    const shown = await attempt(args.context, () => showDetails(args, scope, form.contact), sent);
    if (!shown.ok) return refused(form, shown.refusal);
    return { intent: form.intent, notes: form.notes, contact: "", changed: false, refusal: null };
  }
  if (form.intent === "erase") {
    if (!contact) return refused(form, { reason: "contact-required" });
    const erased = await attempt(args.context, () => eraseOwnEntry(site, contact));
    // To the entry form, with which the same person can join again.
    if (erased.ok) return redirectDocument(`/raffle-entry/${args.params.raffleCode}?erased`, 303);
    return refused(form, erased.refusal);
  }
  const outcome = await attempt(args.context, () => changeEntryFrom(site, scope, changesOf(form)));
  if (outcome.ok) {
    return { intent: form.intent, notes: form.notes, contact: "", changed: outcome.value.changed, refusal: null };
  }
  return refused(form, outcome.refusal);
}

function refused({ intent, notes, contact }: EntryChangeForm, refusal: Parameters<typeof refusalView>[0]) {
  return data({ intent, notes, contact, changed: false, refusal: refusalView(refusal) }, refusalStatus(refusal));
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function EntryPage({ loaderData, actionData }: Route.ComponentProps) {
  return <EntryPageView {...loaderData} result={actionData ?? null} />;
}

type PageArgs = Pick<Route.LoaderArgs, "params" | "context" | "request">;

/**
 * Redirects from a receipt's link to the entry's plain URL, with a pass if the link is valid. People copy and share the
 * URL, so nothing in it may open the entry.
 */
async function openFromMail(args: PageArgs, { searchParams }: URL): Promise<Response> {
  const { context, params } = args;
  const { db, secret } = context.get(siteContext);
  const raffleId = await findRaffleId(db, params.raffleCode);
  if (!raffleId) throw notFound("raffleMissing", args);
  const named = { raffleId, entryCode: params.entryCode };
  const contact = await contactOfLink(secret, db, named, searchParams.get("own") ?? "");
  if (contact) await leavePass(args, contact);
  searchParams.delete("own");
  const rest = searchParams.size > 0 ? `?${searchParams}` : "";
  const headers = { "cache-control": "no-store" };
  const path = `/raffle-entry/${params.raffleCode}/${encodeURIComponent(params.entryCode)}`;
  return redirectDocument(path + rest, { status: 303, headers });
}

/** Sets a pass for the entry as a cookie on the response. */
async function leavePass(args: PageArgs, contact: ContactScope): Promise<void> {
  const { db, config, secret, clock } = args.context.get(siteContext);
  const pass = await contactPass({ secret, cookies: cookiesOf(args), now: clock() }, db, contact);
  if (pass) setCookies(args.context, [passCookie(pass, config.origin)]);
}

/** Checks whether this browser has a pass for the entry's phone or e-mail. If not, proves the entry code. */
async function provedBy(args: PageArgs): Promise<Proofs> {
  const proved = args.context.get(provedContext);
  if (proved) return proved;
  const { db, entryAttempts, secret, clock } = args.context.get(siteContext);
  const { address, solution } = args.context.get(visitorContext);
  const raffleId = await findRaffleId(db, args.params.raffleCode);
  if (!raffleId) throw notFound("raffleMissing", args);
  const claim = { entryCode: args.params.entryCode, raffleId };
  const held = await contactOfPass({ secret, cookies: cookiesOf(args), now: clock() }, db, claim);
  if (held) return { entrant: held, contact: held };
  const scope = await proveEntrant({ reader: db, entryAttempts, address, solution }, claim);
  if (scope.ok) return { entrant: scope.value, contact: null };
  if ("challenge" in scope.refusal) throw refusalPage(args.context, scope.refusal, { "cache-control": "no-store" });
  throw notFound("entryMissing", args);
}

/** Proves a typed phone or e-mail, shows the details in this response, and sets a pass. */
async function showDetails(
  args: PageArgs,
  entrant: EntrantScope,
  typed: string,
): Promise<Outcome<void, Refusal<"invalid-fields"> | ContactRefusal>> {
  if (typed.trim() === "") {
    return refuse({ reason: "invalid-fields", fields: { contact: [{ key: "contactRequiredHere" }] } });
  }
  const { context, params } = args;
  const { db, entryAttempts, config } = context.get(siteContext);
  const { address, solution } = context.get(visitorContext);
  const claim = { entryCode: params.entryCode, ...contactKeys(typed, config.defaultRegion) };
  const proof = await proveContact({ reader: db, entryAttempts, address, solution }, entrant, claim);
  if (!proof.ok) return proof;
  await leavePass(args, proof.value);
  context.set(provedContext, { entrant, contact: proof.value });
  return accept(undefined);
}

function cookiesOf({ request }: PageArgs): string {
  return request.headers.get("cookie") ?? "";
}

function notFound(key: string, { context }: Pick<Route.LoaderArgs, "context">) {
  return data({ message: translate(context.get(visitorContext).language, { key }) }, { status: 404 });
}
