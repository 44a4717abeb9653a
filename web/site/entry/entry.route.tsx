import { data, redirectDocument } from "react-router";
import { readOwnClaims } from "#src/claims/claiming/read.ts";
import { announcedBy } from "#src/draws/announcing/rules.ts";
import { lockedStanding } from "#src/draws/locked-standing.ts";
import { readOwnTicket } from "#src/draws/own-ticket.ts";
import { placesText } from "#src/draws/places/places.ts";
import { readWonBy } from "#src/draws/won-by.ts";
import { changeEntryFrom } from "#src/entries/edit/change-entry.ts";
import { eraseOwnEntry } from "#src/entries/edit/delete-entry.ts";
import { readReminder, setReminder } from "#src/entries/mails/closing-reminders.ts";
import { readEntry, readWholeEntry } from "#src/entries/read.ts";
import { readErasure } from "#src/entries/retention/erasure.ts";
import { standingView } from "#src/entries/standing/standing-line.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatTimestamp } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import { mailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import { readOwnNews } from "#src/news/own-news.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { bannerAddress } from "../../page/views/picture-view.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import { attempt } from "../../requests/attempt.ts";
import { entrantFor, entryMissing, leavePass, openFromMail, showDetails } from "../../requests/entrant.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/entry.route.ts";
import { closingReminderView } from "./closing-reminder-view.ts";
import { changesOf, type EntryChangeForm, type EntryChangeResult, readEntryChangeForm } from "./entry-change-form.ts";
import { EntryPageView } from "./entry-page-view.tsx";
import { erasureView } from "./erasure-view.ts";
import { ownTicketView } from "./own-ticket/own-ticket-view.ts";

export const handle = { hydrate: true, texts: ["entries", "raffles", "messages"] };

export async function loader(args: Route.LoaderArgs) {
  const site = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const url = new URL(args.request.url);
  if (url.searchParams.has("own")) throw await openFromMail(args, "raffle-entry", url);
  const { entrant, contact } = await entrantFor(args);
  const found = contact ? await readWholeEntry(site.db, contact) : await readEntry(site.db, entrant);
  if (!found) throw entryMissing(args);
  const { raffle, entry, rules, wishes, provable } = found;
  const own = await readOwnTicket(site, entrant, contact);
  const standing = own ? lockedStanding(found.standing, own.ticket, raffle) : found.standing;
  const claims = own?.ticket.result && contact ? await readOwnClaims(site, contact, site.clock()) : [];
  const wonBy = own?.ticket.result
    ? [
        placesText(own.ticket.result.places, raffle.prizes, language),
        await readWonBy(site.db, entrant.raffleId, language),
      ]
        .filter(Boolean)
        .join(" ")
    : own?.ticket.out === ""
      ? waitingWinners(raffle, site, language)
      : "";
  const keys = mailKeys(site.secret);
  // Only the owner of the e-mail address may see whether it gets news.
  const news = contact && (await readOwnNews(site.db, contact, keys));
  const reminder = contact && (await readReminder(site.db, contact, site.clock()));
  const erasure = contact && (await readErasure(site.db, contact));
  return {
    raffle: raffleView(raffle, site, language),
    entry,
    provable,
    rules,
    wishes,
    standing: standingView(standing, raffle, { language, timeZone: site.config.timeZone }),
    ticket: own && ownTicketView(own, { claims, wonBy }, raffle),
    news: news && {
      state: news.state === "gets" && !site.config.smtp ? ("no-mail" as const) : news.state,
      path: `/unsubscribe/${unsubscribeToken(keys, news.addressKey)}`,
    },
    reminder: reminder && closingReminderView(reminder, language),
    erasure: erasure && erasureView(erasure),
    operatorEmail: site.config.operatorEmail ?? null,
    meta: {
      path: "raffle-entry",
      image: bannerAddress(raffle, "png"),
      description: translate(language, { key: "entries:view.description" }),
      ...partOfRaffle(raffle),
    },
  };
}

/** Until when winners who wait for the show are announced, in a sentence; empty where none wait. */
function waitingWinners(raffle: PublicRaffle, { config }: Site, language: Language): string {
  const latest = announcedBy(raffle);
  const params = latest ? { ...formatTimestamp(latest, language, config.timeZone) } : null;
  return params ? translate(language, { key: "entries:ticket.announcing", params }) : "";
}

export async function action(args: Route.ActionArgs) {
  const site = args.context.get(siteContext);
  const sent = await readForm(args.request, args.context.get(visitorContext).language);
  const form = readEntryChangeForm(sent);
  const { entrant: scope, contact } = await entrantFor(args, form.intent === "show" ? form.contact : "");
  if (form.intent === "show") {
    if (contact) return taken(form, false);
    const shown = await attempt(args.context, () => showDetails(args, scope, form.contact), sent);
    if (!shown.ok) return refused(form, shown.refusal);
    return taken(form, false);
  }
  if (form.intent === "erase") {
    if (!contact) return refused(form, { reason: "contact-required" });
    const erased = await attempt(args.context, () => eraseOwnEntry(site, contact));
    // To the entry form, with which the same person can join again.
    if (erased.ok) return redirectDocument(`/raffle-entry/${args.params.raffleCode}?erased`, 303);
    return refused(form, erased.refusal);
  }
  if (form.intent === "remind") {
    if (!contact) return refused(form, { reason: "contact-required" });
    const isOn = form.toggled?.status === "on";
    const set = await attempt<void, never>(args.context, () => setReminder(site.db, contact, isOn, site.clock()));
    if (!set.ok) return refused(form, set.refusal);
    return taken(form, true);
  }
  const { address, solution } = args.context.get(visitorContext);
  const deps = { ...site, defaultRegion: site.config.defaultRegion, address, solution };
  const who = { entrant: scope, contact };
  const outcome = await attempt(args.context, () => changeEntryFrom(deps, who, changesOf(form)), sent);
  if (outcome.ok) {
    // The pass before the change ended with it.
    if (form.corrected && contact) await leavePass(args, contact);
    return taken(form, outcome.value.changed);
  }
  return refused(form, outcome.refusal);
}

function taken({ intent, toggled, notes, hasNotes }: EntryChangeForm, changed: boolean): EntryChangeResult {
  return { intent, toggled, notes, hasNotes, contact: "", changed, refusal: null };
}

function refused({ typed: _, ...form }: EntryChangeForm, refusal: Parameters<typeof refusalView>[0]) {
  return data<EntryChangeResult>({ ...form, changed: false, refusal: refusalView(refusal) }, refusalStatus(refusal));
}

export default function EntryPage({ loaderData, actionData }: Route.ComponentProps) {
  return <EntryPageView {...loaderData} result={actionData ?? null} />;
}
