import type { Outlook } from "#src/draws/outlook.ts";
import type { NamedPrize } from "#src/draws/winner-names.ts";
import { notWonBy } from "#src/draws/won-by.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { prizeNames } from "#src/raffles/lists/prize-names.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { type TimelineFacts, timelineOf } from "#src/raffles/timeline/timeline.ts";
import { winText } from "./raffle-view.ts";

export type ShareFacts = TimelineFacts &
  Pick<PublicRaffle, "name" | "shopName" | "prizes" | "drawnAt"> & {
    /** Who won, in public form; null before the draw, and while a show reveals the winners. */
    readonly winners: readonly NamedPrize[] | null;
    /** What comes of the raffle: a draw is promised only where one is to come. */
    readonly outlook: Outlook;
  };

export type ShareStage = "start" | "lastDay" | "closed" | "undrawn" | "lock" | "waiting" | "show" | "winners";

const DAY_MS = 86_400_000;

/** What is to be told of a raffle at a time. The last day are the 24 hours before it closes. */
export function shareStage({ dueDate, lockedAt, drawnAt, winners, outlook }: ShareFacts, now: Date): ShareStage {
  if (drawnAt) return outlook === "announcing" ? "waiting" : winners ? "winners" : "show";
  if (lockedAt) return "lock";
  const left = dueDate.getTime() - now.getTime();
  if (left < 0) return outlook === "soon" ? "closed" : "undrawn";
  return left < DAY_MS ? "lastDay" : "start";
}

/** The draft of an organiser's message, in their own words: an address is to follow it. */
export function shareText(
  raffle: ShareFacts,
  { now, language, timeZone }: { readonly now: Date; readonly language: Language; readonly timeZone: string },
): string {
  const { name, shopName: shop } = raffle;
  const t = (key: TextKey, params = {}) => translate(language, { key, params });
  const prizes = winText(prizeNames(raffle.prizes), language);
  const won = (raffle.winners ?? []).filter(({ winners }) => winners.length > 0);
  const told = {
    name,
    prizes,
    where: shop === "" ? t("desk:share.draft.of", { name }) : t("desk:share.draft.at", { shop }),
    due: formatShort(raffle.dueDate, now, language, timeZone),
    draw: formatShort(timelineOf(raffle).draw, now, language, timeZone),
    winners: [
      ...won.map((prize) => `${prize.prizeName}: ${winnersText(prize, language)}`),
      ...notWonBy(raffle.winners ?? [], language),
    ].join("; "),
  };
  const stage = shareStage(raffle, now);
  // An edit may remove the last prize.
  if (prizes === "" && (stage === "start" || stage === "lastDay")) return t("desk:share.draft.noPrizes", told);
  if (stage === "winners" && won.length === 0) return t("desk:share.draft.drawn", told);
  return t(`desk:share.draft.${stage}`, told);
}

function winnersText({ winners, more }: NamedPrize, language: Language): string {
  const who = winners.map(({ ticket, name }) => name ?? `#${ticket}`).join(", ");
  return more > 0 ? `${who} ${translate(language, { key: "draws:past.others", params: { count: more } })}` : who;
}
