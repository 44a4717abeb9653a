import { PRIZE_REPLACED, PRIZE_WON, REPLACEMENT_ANNOUNCED, REPLACEMENT_TAKEN_BACK } from "#src/draws/mails/write.ts";
import { ownDrawAddress, readSealParts } from "#src/draws/own-ticket.ts";
import type { ReplacementReason } from "#src/draws/protocol/winners/replacements.ts";
import { announcementsOf } from "#src/draws/replacing/announcements.ts";
import type { EntryWords, MailSite } from "#src/entries/mails/recipient.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import type { MailPart } from "#src/mail/mail-parts.ts";
import {
  type MailedClaim,
  type Winner,
  type WinnerMail,
  type WinnerMailOptions,
  winnerMailRenderer,
} from "./winner.ts";

/** To a winner whose claim was turned down. */
export const CLAIM_ANSWERED = "claim-answered";

/** To a winner who got more time. */
export const CLAIM_EXTENDED = "claim-extended";

/** To a winner who has not claimed yet. */
export const CLAIM_REMINDER = "claim-reminder";

/** Renders each kind of mail to winners. */
export function winnerMailRenderers(
  site: MailSite,
  options: WinnerMailOptions,
): Readonly<Record<string, MailRenderer>> {
  return {
    [PRIZE_WON]: winnerMailRenderer(site, options, (winner) => prizeWon(winner, site.origin, options.secret)),
    [CLAIM_REMINDER]: winnerMailRenderer(site, options, claimReminder),
    [CLAIM_ANSWERED]: winnerMailRenderer(site, options, claimTurnedDown),
    [CLAIM_EXTENDED]: winnerMailRenderer(site, options, claimExtended),
    [PRIZE_REPLACED]: winnerMailRenderer(site, options, prizeReplaced),
    [REPLACEMENT_ANNOUNCED]: winnerMailRenderer(site, options, replacementAnnounced),
    [REPLACEMENT_TAKEN_BACK]: winnerMailRenderer(site, options, replacementTakenBack),
  };
}

const isOpen = ({ claimedAt, declinedAt, goneAt }: MailedClaim) => !claimedAt && !declinedAt && !goneAt;

/** What was won at one time, until when it can be claimed, and how to check the draw. */
async function prizeWon(winner: Winner, origin: string, secret: Uint8Array): Promise<WinnerMail | null> {
  const { db, recipient, claim } = winner;
  const since = claim.heldSince.getTime();
  const about = winner.claims.filter(({ goneAt, heldSince }) => !goneAt && heldSince.getTime() === since);
  const seal = await readSealParts({ db, secret }, recipient.scope);
  if (claim.goneAt || !seal) return null;
  const facts = {
    ticket: claim.ticket,
    prizes: winner.prizesOf(about),
    claimBy: claim.claimBy,
    claimUrl: winner.claimButton.url,
    checkUrl: ownDrawAddress(origin, seal),
  };
  return { name: "prizeWon", about, parts: prizeWonParts(recipient, facts) };
}

/** What the mail about a prize says of it. */
export type PrizeWonFacts = Readonly<Record<"prizes" | "claimUrl" | "checkUrl", string>> & {
  readonly ticket: number;
  readonly claimBy: Date;
};

export function prizeWonParts({ t, moment, ticket }: EntryWords, facts: PrizeWonFacts): MailPart[] {
  return [
    { paragraph: t("mails:prizeWon.lead") },
    ticket(facts.ticket),
    {
      facts: [
        { name: t("mails:prizeWon.prize"), value: facts.prizes },
        { name: t("mails:prizeWon.claimBy"), value: moment(facts.claimBy) },
      ],
    },
    { button: t("mails:prizeWon.claim"), url: facts.claimUrl },
    { paragraph: t("mails:prizeWon.how") },
    { paragraph: t("claims:claim.isReal") },
    { paragraph: t("mails:prizeWon.check") },
    { link: t("entries:ticket.check"), url: facts.checkUrl },
    { paragraph: t("mails:prizeWon.secret") },
  ];
}

/** All that the entry has not claimed yet. */
function claimReminder(winner: Winner): WinnerMail | null {
  const { t, claim, recipient } = winner;
  const about = winner.claims.filter(isOpen);
  if (!isOpen(claim)) return null;
  return {
    name: "claimReminder",
    about,
    parts: [
      { paragraph: t("mails:claimReminder.lead") },
      recipient.ticket(claim.ticket),
      { facts: [{ name: t("mails:prizeWon.prize"), value: winner.prizesOf(about) }, winner.claimBy(claim)] },
      winner.claimButton,
      { paragraph: t("mails:claimReminder.how") },
      { paragraph: t("mails:prizeWon.secret") },
    ],
  };
}

/** Why a claim was turned down, and until when it can be changed. */
function claimTurnedDown(winner: Winner): WinnerMail | null {
  const { claim } = winner;
  if (!isOpen(claim)) return null;
  // The version before had one kind for both.
  if (claim.turnedDownFor === null) return claimExtended(winner);
  return { name: "claimTurnedDown", about: [claim], parts: answerParts(winner, "claimTurnedDown.lead") };
}

/** That there is more time to claim, or to change a claim that was turned down. */
function claimExtended(winner: Winner): WinnerMail | null {
  const { claim } = winner;
  if (!isOpen(claim)) return null;
  const lead = claim.turnedDownFor === null ? "claimExtended.lead" : "claimExtended.turnedDown";
  return { name: "claimExtended", about: [claim], parts: answerParts(winner, lead) };
}

/** What a claim is about, why it was turned down if it was, and until when it can be sent. */
function answerParts(
  winner: Winner,
  lead: "claimTurnedDown.lead" | "claimExtended.lead" | "claimExtended.turnedDown",
): MailPart[] {
  const { t, claim, recipient } = winner;
  const { turnedDownFor } = claim;
  const reason = { name: t("mails:claimTurnedDown.reason"), value: recipient.readable(turnedDownFor ?? "") };
  const prize = { name: t("mails:prizeWon.prize"), value: winner.prizesOf([claim]) };
  return [
    { paragraph: t(`mails:${lead}`) },
    recipient.ticket(claim.ticket),
    { facts: [prize, ...(turnedDownFor === null ? [] : [reason]), winner.claimBy(claim)] },
    claimButtonOf(winner),
    { paragraph: t("mails:prizeWon.secret") },
  ];
}

/** The button of a prize that is not claimed yet: to claim it, or to change a claim that was turned down. */
function claimButtonOf({ t, claim, claimButton }: Winner): MailPart {
  return claim.turnedDownFor === null ? claimButton : { ...claimButton, button: t("mails:claimTurnedDown.link") };
}

/** That the prize has gone to the next in line, or that nobody was left. Why, unless its winner gave it back. */
async function prizeReplaced({ t, db, recipient, claim, prizesOf, resultUrl }: Winner): Promise<WinnerMail | null> {
  const replaced = await db
    .selectFrom("drawReplacements")
    .select(["reason", "consent", "toTicket"])
    .where("raffleId", "=", recipient.scope.raffleId)
    .where("prizeCode", "=", claim.prizeCode)
    .where("fromTicket", "=", claim.ticket)
    .executeTakeFirst();
  if (!replaced) return null;
  const { consent, toTicket } = replaced;
  const name = consent ? "prizeGivenBack" : toTicket === null ? "prizeGone" : "prizeReplaced";
  const lead =
    name === "prizeGivenBack"
      ? (`${name}.${toTicket === null ? "nobody" : "passedOn"}` as const)
      : (`${name}.lead` as const);
  const prize = { name: t("mails:prizeWon.prize"), value: prizesOf([claim]) };
  const reason = {
    name: t("mails:claimTurnedDown.reason"),
    value: t(`mails:prizeReplaced.${replaced.reason as ReplacementReason}`),
  };
  return {
    name,
    about: [claim],
    parts: [
      { paragraph: t(`mails:${lead}`) },
      recipient.ticket(claim.ticket),
      // Who gave it back knows why.
      { facts: consent ? [prize] : [prize, reason] },
      { button: t("mails:prizeReplaced.result"), url: resultUrl },
      { paragraph: t("mails:prizeReplaced.ask") },
    ],
  };
}

/** What the organiser says of the winner, and what they can do until when. No news once it has ended. */
async function replacementAnnounced(winner: Winner): Promise<WinnerMail | null> {
  const { t, claim, recipient } = winner;
  const [latest] = await announcedOf(winner);
  if (claim.goneAt || latest?.endedAs !== null) return null;
  const isDoubted = latest.reason === "withdrew";
  const due = recipient.moment(latest.dueAt);
  return {
    name: "replacementAnnounced",
    about: [claim],
    parts: [
      { paragraph: t(`mails:replacementAnnounced.${latest.reason}`) },
      recipient.ticket(claim.ticket),
      {
        facts: [
          { name: t("mails:prizeWon.prize"), value: winner.prizesOf([claim]) },
          { name: t("mails:replacementAnnounced.note"), value: recipient.readable(latest.note) },
          { name: t(`mails:replacementAnnounced.${isDoubted ? "dueAt" : "goesAt"}`), value: due },
        ],
      },
      { ...winner.claimButton, button: t("mails:replacementAnnounced.link") },
      { paragraph: t("mails:prizeWon.secret") },
    ],
  };
}

/**
 * That the prize stays with its winner, once the organiser took that back. It may still have to be claimed, or it may
 * be too late for that.
 */
async function replacementTakenBack(winner: Winner): Promise<WinnerMail | null> {
  const { t, claim, recipient, claimButton } = winner;
  const [latest] = await announcedOf(winner);
  if (claim.goneAt || latest?.endedAs !== "taken-back") return null;
  const prize = { name: t("mails:prizeWon.prize"), value: winner.prizesOf([claim]) };
  const toClaim = isOpen(claim) && claim.claimBy > new Date();
  return {
    name: "replacementTakenBack",
    about: [claim],
    parts: [
      { paragraph: t("mails:replacementTakenBack.lead") },
      recipient.ticket(claim.ticket),
      { facts: [prize, ...(toClaim ? [winner.claimBy(claim)] : [])] },
      ...stillToDo(winner, toClaim),
      toClaim ? claimButtonOf(winner) : { ...claimButton, button: t("mails:replacementTakenBack.link") },
      { paragraph: t("mails:prizeWon.secret") },
    ],
  };
}

function stillToDo({ t, claim }: Winner, toClaim: boolean): MailPart[] {
  const say = (key: "open" | "toChange" | "late" | "settled") => [
    { paragraph: t(`mails:replacementTakenBack.${key}`) },
  ];
  if (toClaim) return say(claim.turnedDownFor === null ? "open" : "toChange");
  if (isOpen(claim)) return say("late");
  // Who declined the prize reads nothing of what is left to do.
  return claim.claimedAt ? say("settled") : [];
}

function announcedOf({ db, claim, recipient }: Winner) {
  const { raffleId } = recipient.scope;
  return announcementsOf(db, { raffleId, prizeCode: claim.prizeCode, from: claim.ticket });
}
