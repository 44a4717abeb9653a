import { newId } from "#src/base/ids.ts";
import { readClaimAnswers } from "#src/claims/claiming/read.ts";
import {
  countWinners,
  type DeskWinner,
  findWinner,
  listToDecide,
  listWinners,
  WINNERS_PER_PAGE,
  type WinnerPlace,
} from "#src/claims/desk.ts";
import { whyNoWinners } from "#src/claims/no-winners.ts";
import { stateOf } from "#src/claims/rules.ts";
import { readPrizesWithoutWinner } from "#src/draws/announcing/prizes-without-winner.ts";
import { inDrawOrder } from "#src/draws/protocol/plan.ts";
import { OBJECTION_SECONDS } from "#src/draws/protocol/winners/replacements.ts";
import { readAsksFirst } from "#src/draws/replacing/announcements.ts";
import type { LetGo } from "#src/draws/replacing/let-winner-go.ts";
import { leavingOffers } from "#src/draws/replacing/rules.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import { prizeNamesOf } from "#src/raffles/rules.ts";
import type { FormResult } from "../../requests/answer-form.ts";
import { formText } from "../../requests/form-text.ts";
import { deskStateOf } from "../desk-head/desk-state-of.ts";
import type { DeskScreen } from "../desk-screen.ts";

/** The largest ticket number that the database can hold: there is no ticket with a larger one. */
const MAX_TICKET = 2 ** 31 - 1;

/** Loads the winners' screen: what is to be decided first, then prize by prize, or one ticket, as its address says. */
export async function loadWinners(screen: DeskScreen) {
  const { url, site, language, scope, raffle } = screen;
  const { db, clock, secret } = site;
  const sendsMail = site.config.smtp !== undefined;
  const asked = url.searchParams;
  const typed = asked.get("q")?.trim() ?? "";
  const after = placeOf(asked.get("after"));
  const prizes = inDrawOrder(raffle.prizes);
  const codes = prizes.map(({ prizeCode }) => prizeCode);
  const names = prizeNamesOf(prizes);
  const now = clock();
  const ticket = Number(typed.replace("#", ""));
  const isFirst = typed === "" && after === null;
  // Nobody in a list of names has an entry page, and so none to claim on.
  const claimed = peopleCan(raffle).lookUp;
  const [{ state }, asksFirst, counts, withoutWinner, first, listed] = await Promise.all([
    deskStateOf(screen, scope, raffle),
    readAsksFirst(db, scope.raffleId),
    countWinners(db, scope, now),
    isFirst ? readPrizesWithoutWinner(db, scope.raffleId) : [],
    isFirst && claimed ? listToDecide(db, scope, now) : [],
    typed === ""
      ? listWinners(db, scope, codes, after)
      : Number.isInteger(ticket) && ticket > 0 && ticket <= MAX_TICKET
        ? findWinner(db, scope, ticket)
        : [],
  ]);
  const toDecide = first.slice(0, WINNERS_PER_PAGE);
  const page = listed.slice(0, WINNERS_PER_PAGE);
  const ids = [...toDecide, ...page].map(({ id }) => id);
  const answers = await readClaimAnswers(db, scope, ids, secret);
  const view = (winner: DeskWinner) => ({
    ...winnerView(winner, names.get(winner.prizeCode) ?? winner.prizeCode, { now, asksFirst, claimed, sendsMail }),
    answers: answers.get(winner.id) ?? null,
  });
  const last = page.at(-1);
  // Whoever stands first stands there alone.
  const above = new Set(toDecide.map(({ id }) => id));
  const byPrize = Map.groupBy(
    page.filter(({ id }) => !above.has(id)),
    ({ prizeCode }) => prizeCode,
  );
  return {
    codeId: raffle.codeId,
    claimed,
    noWinners: whyNoWinners(state),
    // Whoever sees all winners at once needs no search.
    searchable: !isFirst || counts.holders > WINNERS_PER_PAGE,
    typed,
    isFirst,
    counts: {
      holders: formatCount(counts.holders, language),
      claimed: formatCount(counts.claimed, language),
      handedOver: formatCount(counts.handedOver, language),
    },
    leftOut: claimed ? counts.leftOut : 0,
    toDecide: { winners: toDecide.map(view), more: claimed ? counts.toDecide - toDecide.length : 0 },
    prizes: [...byPrize].map(([code, winners]) => ({
      prizeCode: code,
      name: names.get(code) ?? code,
      winners: winners.map(view),
    })),
    withoutWinner,
    next: listed.length > page.length && last ? `${last.ticket} ${last.prizeCode}` : null,
    /** Until when what is announced now stands in public. */
    announcedUntil: new Date(now.getTime() + OBJECTION_SECONDS * 1000),
    /** Of the next notice that is written down here, so that it is so once. */
    noticeId: newId(),
  };
}

type WinnersData = Awaited<ReturnType<typeof loadWinners>>;

/** A ticket and the code of its prize, as the next page's address has them. */
function placeOf(text: string | null): WinnerPlace | null {
  const [, ticket, prizeCode] = /^(\d{1,10}) (.+)$/su.exec(text ?? "") ?? [];
  if (ticket === undefined || prizeCode === undefined || Number(ticket) > MAX_TICKET) return null;
  return { ticket: Number(ticket), prizeCode };
}

type WinnerViewOptions = {
  readonly now: Date;
  readonly asksFirst: boolean;
  /** Whether winners claim their prizes here. */
  readonly claimed: boolean;
  /** Whether this site can send mails. */
  readonly sendsMail: boolean;
};

/** A winner as the desk shows them, with what its organiser may do now. */
export function winnerView(winner: DeskWinner, prize: string, options: WinnerViewOptions) {
  const { now, asksFirst, claimed, sendsMail } = options;
  const { id, prizeCode, ticket, person, replaced, declinedFor, turnedDownFor, voucherCode, hasId, words } = winner;
  const { isBeingMailed, announced, keeps } = winner;
  const known = stateOf(winner, winner.notices.length > 0, now);
  const state = known === "waiting" && isBeingMailed ? ("mailing" as const) : known;
  const isOpen = !["gone", "handed-over"].includes(state);
  const isAnnounced = announced?.endedAs === null;
  // What was taken back is no news; of who went, the replacement says it.
  const isShown =
    announced?.endedAs === "handed-over" || (isOpen && (isAnnounced || announced?.endedAs === "objected"));
  const hasState = claimed || state === "gone";
  const isReached = winner.isReached && sendsMail;
  const at = winner.goneAt ?? winner.handedOverAt ?? winner.claimedAt ?? winner.declinedAt;
  return {
    ...{ id, prize, prizeCode, ticket, person, replaced, declinedFor, turnedDownFor, voucherCode, hasId, words, state },
    /** Whether somebody has to call or write: no mail reaches the winner. */
    isUninformed: hasState && person !== null && isUninformed(winner, state, isReached),
    /** Whether the site reaches the winner by email; else the organiser has to. */
    isReached,
    announced: announced && isShown ? announced : null,
    /** Null where nobody waits for this winner's claim. */
    claimBy: claimed && !["gone", "handed-over", "claimed", "declined"].includes(state) ? winner.claimBy : null,
    hasState,
    at,
    claimedAt: winner.claimedAt?.toISOString() ?? null,
    can: {
      turnDown: isOpen && winner.claimedAt !== null,
      extend: claimed && isOpen && winner.claimedAt === null && winner.declinedAt === null,
      leave: leavingOffers({ holds: isOpen, isOverdue: state === "overdue", asksFirst, isAnnounced, keeps }),
      takeBack: isOpen && isAnnounced,
    },
    notices: winner.notices,
  };
}

function isUninformed({ notices, isBeingMailed, turnedDownAt }: DeskWinner, state: string, isReached: boolean) {
  if (state !== "turned-down" && state !== "overdue" && state !== "waiting") return false;
  if (turnedDownAt === null) return notices.length === 0 && !isBeingMailed;
  return !isReached && !notices.some(({ at }) => at > turnedDownAt);
}

export type WinnerView = WinnersData["toDecide"]["winners"][number];

/** The hidden fields of a winner's card, which say of whom it is, and as of when. */
const HIDDEN = ["claimId", "ticket", "prizeCode", "claimedAt", "noticeId", "version"] as const;

/** What somebody fills in on it. */
const FIELDS = ["way", "reached", "answer", "at", "reason", "until", "why", "note"] as const;

export type CardField = (typeof FIELDS)[number];

type TypedOnCard = Readonly<Record<(typeof HIDDEN)[number] | CardField, string>>;

/** What became of it; of a replacement, who came or until when it stands in public. */
export type WinnersResult = FormResult<LetGo, TypedOnCard>;

/** What each winner on the screen needs to know of it. */
export type WinnersScreen = {
  readonly codeId: string;
  readonly accessCode: string;
  /** Of the next notice that is written down. */
  readonly noticeId: string;
  readonly announcedUntil: Date;
  readonly result: WinnersResult | undefined;
};

export function typedOnCard(form: FormData): TypedOnCard {
  return Object.fromEntries([...HIDDEN, ...FIELDS].map((name) => [name, formText(form, name)])) as TypedOnCard;
}
