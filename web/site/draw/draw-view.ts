import type { ShownWords } from "#src/claims/words.ts";
import { announcedBy, shownPrizes, willWaitUntil } from "#src/draws/announcing/rules.ts";
import type { ChancesByWay } from "#src/draws/lock/chances-by-way.ts";
import { CHAINS } from "#src/draws/protocol/beacon/chains.ts";
import type { Plan } from "#src/draws/protocol/plan.ts";
import type { Transcript } from "#src/draws/protocol/transcript.ts";
import type { PrizeResult } from "#src/draws/protocol/winners/draw.ts";
import { isDrawn, type PublicDraw, ticketsInPlay } from "#src/draws/read.ts";
import type { Announcement } from "#src/draws/replacing/announcements.ts";
import { lineOf } from "#src/draws/replacing/rules.ts";
import { shownOfEach, shownReplacements } from "#src/draws/shown-winners.ts";
import type { NamedPrize, WinnerNames } from "#src/draws/winner-names.ts";
import type { Site } from "#src/http/site.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { formatDate, formatTime } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import { PROOFS } from "#src/raffles/proof/ways.ts";
import type { Prize, PublicRaffle } from "#src/raffles/schema.ts";
import { shopTitle } from "#src/raffles/shop/shop-facts.ts";
import { secondsUntilDrawn } from "../../page/seconds-until-drawn.ts";
import { pictureView } from "../../page/views/picture-view.ts";
import { souvenirView } from "../../souvenir/souvenir-view.ts";

/** What is known of a draw, and at which step its show is. */
type KnownDraw = {
  readonly draw: PublicDraw;
  readonly names: WinnerNames;
  readonly step: number;
  /** Whether the list's fingerprint was mailed to anybody in it. */
  readonly mailed: boolean;
  readonly thanks: string;
  readonly words: readonly ShownWords[];
  readonly sixWords: string;
  /** Who holds the prizes, once all are shown. */
  readonly revealed: readonly NamedPrize[] | null;
  /** The witnesses that cosigned the site's log with the lock. */
  readonly seenBy: readonly { readonly witness: string; readonly at: Date }[];
  /** Of which winners it stands in public that they are to be replaced. */
  readonly announced: readonly Announcement[];
};

/** A locked or drawn raffle, as the page of its draw shows it. */
export function drawView(
  raffle: PublicRaffle,
  { draw, names, step, mailed, thanks, words, announced, revealed, sixWords, seenBy }: KnownDraw,
  site: Site,
  language: Language,
) {
  const { lock } = draw.published;
  const prizes = new Map(raffle.prizes.map((prize) => [prize.prizeCode, prize]));
  const transcript = isDrawn(draw.published) ? draw.published : null;
  const results = transcript?.results ?? null;
  const waitsUntil = willWaitUntil(raffle, draw.roundAt);
  const unfolded = shownPrizes({ ...raffle, step }, results?.length ?? 0);
  const shown = shownOfEach(results?.length ?? 1);
  const { timeZone } = site.config;
  const timeText = (at: Date) => `${formatDate(at, language, timeZone)}, ${formatTime(at, language, timeZone)}`;
  return {
    codeId: raffle.codeId,
    name: raffle.name,
    /** Whose raffle it is, and when it was drawn; empty before. */
    lead: raffle.drawnAt ? [shopTitle(raffle), timeText(draw.roundAt)].filter(Boolean).join(" · ") : "",
    mailed,
    souvenir: revealed && souvenirView(raffle, revealed, site),
    sixWords,
    seenBy: seenBy.map((one) => ({ ...one, isBefore: one.at < draw.roundAt })),
    thanks,
    words: words.map((one) => ({
      ...one,
      name: names.get(one.ticket) ?? null,
      prize: prizes.get(one.prizeCode)?.name ?? one.prizeCode,
    })),
    lockHash: draw.lockHash,
    lockedAt: new Date(lock.lockedAt),
    roundAt: draw.roundAt,
    round: formatCount(lock.round, language),
    tickets: lock.tickets,
    counted: countedText(draw, language),
    /** What the site does not know of a list that its organiser had; empty for others. */
    unknown: peopleCan(raffle).enter
      ? ""
      : (["names", "again"] as const).map((key) => translate(language, { key: `draws:certificate.${key}` })).join(" "),
    pinned: CHAINS.some(({ hash }) => hash === lock.plan.chain),
    // The randomness is there, but no relay has given it to the site yet.
    overdue: results === null && draw.roundAt.getTime() <= site.clock().getTime(),
    reloadAfter: results ? null : secondsUntilDrawn(draw.roundAt, site.clock()),
    /** How many prizes are shown at once: the others would spoil a show. */
    unfolded,
    /** Until when winners will wait for the show, before they are drawn; null where they come with the draw. */
    waitsUntil: waitsUntil && formatShort(waitsUntil, site.clock(), language, site.config.timeZone),
    /** Until when winners who wait for the show are announced. */
    announceBy: announcedBy(raffle),
    prizes:
      transcript?.results.map((result) => {
        const { prizeCode, pool, eligible, winners } = result;
        return {
          prizeCode,
          ...looksOf(prizes.get(prizeCode), raffle.codeId),
          name: prizes.get(prizeCode)?.name ?? prizeCode,
          pool,
          notGiven: notGivenBy(result, lock.plan),
          eligible: formatCount(eligible, language),
          winners: winners.slice(0, shown).map((ticket) => ({ ticket, name: names.get(ticket) ?? null })),
          more: Math.max(0, winners.length - shown),
          line: lineOf(transcript.lock.plan, transcript, result),
          replaced: replacedView(transcript, prizeCode, names),
          announced: announced.filter((one) => one.prizeCode === prizeCode),
        };
      }) ?? null,
  };
}

/** The odds by which a prize was not given, as texts need them; null where it was. */
function notGivenBy({ prizeCode, given }: PrizeResult, { prizes }: Plan) {
  if (given !== false) return null;
  const { chances, of } = prizes.find((one) => one.prizeCode === prizeCode)?.odds ?? { chances: 1, of: 1 };
  return { chances, of };
}

/** A prize's picture, or the drawing that stands for it. */
function looksOf(prize: Prize | undefined, codeId: string) {
  const { picture = "", icon = "gift" } = prize ?? {};
  return { icon, picture: picture === "" ? undefined : pictureView("prize", codeId, picture) };
}

const WAYS = [...PROOFS, "entry"] as const satisfies (keyof ChancesByWay)[];
const REASONS = ["rules", "disqualified", "deleted", "withdrawn", "wonBefore"] as const;

/** How many tickets the list has, how many of them were in the draw, and why the others were not. */
function countedText(draw: PublicDraw, language: Language): string {
  const { out, chancesByWay } = draw;
  const { lock } = draw.published;
  const say = (key: KeyUnder<"draws", "result">, params: Readonly<Record<string, string | number>>) =>
    translate(language, { key: `draws:result.${key}`, params });
  const why = REASONS.flatMap((reason) => (out?.[reason] ? say(`out.${reason}`, { count: out[reason] }) : []));
  const counted = say(out === null ? "counted" : why.length > 0 ? "countedOut" : "countedAllIn", {
    ...{ count: lock.tickets, inPlay: formatCount(ticketsInPlay(draw), language), why: why.join(", ") },
  });
  // Where all have one chance, they are as many as the tickets in play.
  if (lock.plan.weight === "equal") return counted;
  const chances = say("chances", { chances: formatCount(lock.chances, language) });
  const ways = WAYS.flatMap((way) => {
    const count = chancesByWay?.[way];
    return count ? say(`chancesByWay.${way}`, { chances: formatCount(count, language) }) : [];
  });
  return [counted, chances, ...(ways.length > 0 ? [say("cameBy", { ways: ways.join(", ") })] : [])].join(" ");
}

/** Who went and who came for a prize, the latest of many. Whoever went is named by the ticket alone. */
function replacedView(transcript: Transcript, prizeCode: string, names: WinnerNames) {
  const all = transcript.replacements.filter((one) => one.prizeCode === prizeCode);
  const steps = shownReplacements(transcript, prizeCode).map(({ from, to, reason, note, at, announced, consent }) => ({
    ...{ from, to, note },
    // The site wrote the note of whoever gave it back by themselves.
    ...(consent ? { reason: "consented" as const, note: "" } : { reason, note }),
    announced: announced ? new Date(announced) : null,
    name: to === null ? null : (names.get(to) ?? null),
    at: new Date(at),
  }));
  return { count: all.length, gone: all.map(({ from }) => from), steps };
}

export type DrawView = ReturnType<typeof drawView>;
