import { redirectDocument } from "react-router";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { type OwnPrizesState, readOwnPrizesState } from "#src/claims/claiming/read.ts";
import { announcedBy } from "#src/draws/announcing/rules.ts";
import { lockedStanding } from "#src/draws/locked-standing.ts";
import { readOwnTicket } from "#src/draws/own-ticket.ts";
import { placesText } from "#src/draws/places/places.ts";
import { readWonBy } from "#src/draws/won-by.ts";
import { readOwnDrops } from "#src/earning/read.ts";
import { redeemTyped } from "#src/earning/redeem-typed.ts";
import { readStamps } from "#src/earning/stamps/read.ts";
import { changeEntryFrom } from "#src/entries/edit/change-entry.ts";
import { eraseOwnEntry } from "#src/entries/edit/delete-entry.ts";
import { readReminder, setReminder } from "#src/entries/mails/closing-reminders.ts";
import { readEntry, readWholeEntry } from "#src/entries/read.ts";
import { readErasure } from "#src/entries/retention/erasure.ts";
import { standingView } from "#src/entries/standing/standing-line.ts";
import { visitorContext } from "#src/http/page-context.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import type { Site } from "#src/http/site.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { formatTimestamp } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import { mailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import { readOwnNews } from "#src/news/own-news.ts";
import { vapidKeys } from "#src/push/vapid.ts";
import { readNextOfShop } from "#src/raffles/lists/next-of-shop.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { givenText } from "../../page/views/given-text.ts";
import { ledgerView, tickedRows } from "../../page/views/ledger-view.ts";
import { photosView } from "../../page/views/photos-view.ts";
import { shareCardAddress } from "../../page/views/picture-view.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import { stampCards } from "../../page/views/stations-view.ts";
import { entrantFor, entryMissing, leavePass, openFromMail, showDetails } from "../../requests/entrant.ts";
import { pathTo } from "../../requests/path-to.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { changesOf, DROP_CODE, readEntryChangeForm } from "./entry-change-form.ts";
import { EntryPageView } from "./entry-page-view.tsx";
import { inviteView } from "./invite-view.ts";
import { ownTicketView } from "./own-ticket/own-ticket-view.ts";

export const handle = { hydrate: true, texts: ["entries", "raffles", "messages"] };

export const loader = siteLoader("entries:view.description", async (screen) => {
  const { url, site, language, timeZone, meta } = screen;
  if (url.searchParams.has("own")) throw await openFromMail(screen, "raffle-entry", url);
  const { entrant, contact } = await entrantFor(screen);
  const found = contact ? await readWholeEntry(site.db, contact) : await readEntry(site.db, entrant);
  if (!found) throw entryMissing(screen);
  const { raffle, entry, rules, wishes, provable } = found;
  const own = await readOwnTicket(site, entrant, contact);
  const standing = own ? lockedStanding(found.standing, own.ticket, raffle) : found.standing;
  const result = own?.ticket.result;
  const prizes = result ? await readOwnPrizesState(site.db, entrant, site.clock()) : null;
  const wonBy = result ? await readWonBy(site.db, entrant.raffleId, language) : null;
  const lead = result
    ? placesText(result, raffle.prizes, language)
    : own?.ticket.out === ""
      ? waitingWinners(raffle, site, language)
      : "";
  const next = result ? await nextOfShop(raffle, site, language) : null;
  const keys = mailKeys(site.secret);
  // Only the owner of the e-mail address may see whether it gets news.
  const news = contact && (await readOwnNews(site.db, contact, keys));
  // Nobody is reminded by a site that sends no mail.
  const reminder = contact && site.config.smtp ? await readReminder(site.db, contact, site.clock()) : null;
  const words: SiteWords = { language, timeZone };
  const erasure = contact && (await readErasure(site.db, contact));
  const toCheck = rules.filter(({ proof, status }) => raffle.open && proof === "checked" && status !== "Done");
  const view = raffleView(raffle, site, language);
  const checkQr =
    view.checkQr && toCheck.length > 0 ? { ...view.checkQr, open: toCheck.some((one) => one.claimed) } : null;
  return {
    raffle: { ...view, checkQr },
    entry,
    provable,
    rules,
    wishes,
    ledger: [
      ...tickedRows(rules, language),
      ...ledgerView(await readOwnDrops(site.db, entrant, { masked: entry.masked }), raffle.rules, words),
    ],
    card: await stampCards(site.db, raffle, {
      ...{ stamps: raffle.rules.some(({ proof }) => proof === "visit") ? await readStamps(site.db, entrant) : [] },
      ...words,
    }),
    photos: await photosView(site, raffle, entrant, language),
    invite: await inviteView(site, raffle, entrant, language),
    standing: standingView(standing, raffle, words),
    ticket:
      own &&
      ownTicketView(
        own,
        { prizes: prizes && { ...prizes, asked: askedText(prizes.asked, words) }, lead, wonBy, next },
        raffle,
      ),
    news: news && {
      state: news.state === "gets" && !site.config.smtp ? ("no-mail" as const) : news.state,
      path: `/unsubscribe/${unsubscribeToken(keys, news.addressKey)}`,
    },
    reminder: reminder && closingReminderView(reminder, language),
    // What was announced is no news any more.
    pushKey: raffle.announcedAt ? null : vapidKeys(site.secret).publicKey,
    erasure: erasure && erasureView(erasure),
    operatorEmail: site.config.operatorEmail ?? null,
    meta: { ...meta, image: shareCardAddress(raffle, language), ...partOfRaffle(raffle) },
  };
});

/** What the shop raffles next, in a sentence with its address; null where there is nothing. */
async function nextOfShop(raffle: PublicRaffle, { db, config, clock }: Site, language: Language) {
  const next = await readNextOfShop(db, raffle);
  const until = next && formatShort(next.dueDate, clock(), language, config.timeZone);
  const params = { shop: raffle.shopName, raffle: next?.name ?? "", until: until ?? "" };
  return next && { text: translate(language, { key: "entries:ticket.next", params }), href: `/raffle/${next.codeId}` };
}

/** What the shop asks a winner, and until when, as the page says it on which they answer; null where nothing. */
function askedText(asked: OwnPrizesState["asked"], { language, timeZone }: SiteWords) {
  if (!asked) return null;
  const params = { ...formatTimestamp(asked.dueAt, language, timeZone) };
  return [
    translate(language, { key: `claims:claim.announced.${asked.reason}` }),
    translate(language, { key: `claims:claim.due.${asked.reason}`, params }),
  ].join(" ");
}

/** Until when winners who wait for the show are announced, in a sentence; empty where none wait. */
function waitingWinners(raffle: PublicRaffle, { config }: Site, language: Language): string {
  const latest = announcedBy(raffle);
  const params = latest ? { ...formatTimestamp(latest, language, config.timeZone) } : null;
  return params ? translate(language, { key: "entries:ticket.announcing", params }) : "";
}

type SiteWords = { readonly language: Language; readonly timeZone: string };

type EntryChange = { readonly changed: boolean; readonly said?: string };

type Refused = Refusal<RefusalReason> | ChallengeRefusal;

export const action = siteAction({
  puzzlePage: true,
  read: readEntryChangeForm,
  change: async (sent): Promise<Outcome<EntryChange | Response, Refused>> => {
    const { context, params, site, deps, typed } = sent;
    const { entrant, contact } = await entrantFor(sent, typed.intent === "show" ? typed.contact : "");
    if (typed.intent === "show") {
      if (contact) return accept({ changed: false });
      const shown = await showDetails(sent, entrant, typed.contact);
      return shown.ok ? accept({ changed: false }) : shown;
    }
    if (typed.intent === "erase") {
      if (!contact) return refuse({ reason: "contact-required" });
      const erased = await eraseOwnEntry(site, contact);
      // To the entry form, with which the same person can join again.
      return erased.ok ? accept(redirectDocument(`${pathTo("raffle-entry", params.raffleCode)}?erased`, 303)) : erased;
    }
    if (typed.intent === "remind") {
      if (!contact) return refuse({ reason: "contact-required" });
      await setReminder(site.db, contact, typed.toggled?.status === "on", site.clock());
      return accept({ changed: true });
    }
    const { address, solution } = context.get(visitorContext);
    if (typed.intent === DROP_CODE) {
      const redeemed = await redeemTyped({ ...site, address, solution }, entrant, typed.dropCode ?? "");
      return redeemed.ok ? accept({ changed: true, said: givenText(redeemed.value, sent.language) }) : redeemed;
    }
    const who = { entrant, contact };
    const changed = await changeEntryFrom({ ...deps, address, solution }, who, changesOf(typed));
    // The pass before the change ended with it.
    if (changed.ok && typed.corrected && contact) await leavePass(sent, contact);
    return changed.ok ? accept({ changed: changed.value.changed }) : changed;
  },
});

export default EntryPageView;

/** An entry's reminder with its texts, so that the page's script need not carry them, and what its button does. */
function closingReminderView({ on }: { readonly on: boolean }, language: Language) {
  const say = (key: KeyUnder<"mails", "closing.page">) => translate(language, { key: `mails:closing.page.${key}` });
  return {
    state: say(on ? "on" : "off"),
    label: say(on ? "stop" : "ask"),
    intent: on ? "remind:off" : "remind:on",
  };
}

/** Whether an entrant can erase their entry, and else why not and when again. */
function erasureView({ erasure, lockAt }: NonNullable<Awaited<ReturnType<typeof readErasure>>>) {
  if (erasure.ok) return { can: true, ticketStays: erasure.value === "ticket-stays" } as const;
  const holdsPrize = erasure.refusal.reason === "erase-holds-prize";
  return { can: false, holdsPrize, locksAt: holdsPrize ? null : lockAt } as const;
}
