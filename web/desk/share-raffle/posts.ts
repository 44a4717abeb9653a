import { DAY_MS } from "#src/base/clock.ts";
import type { Outlook } from "#src/draws/outlook.ts";
import type { NamedPrize } from "#src/draws/winner-names.ts";
import { notWonBy } from "#src/draws/won-by.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import { prizeNames } from "#src/raffles/lists/prize-names.ts";
import { BANNER_SIZE, SOCIAL_SIZE } from "#src/raffles/pictures/banner-format.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { type TimelineFacts, timelineOf } from "#src/raffles/timeline/timeline.ts";
import { winText } from "../../page/views/raffle-view.ts";

export type PostFacts = TimelineFacts &
  Pick<PublicRaffle, "codeId" | "name" | "shopName" | "prizes" | "drawnAt" | "entriesFrom"> & {
    /** Who won, in public form; null before the draw, and while a show reveals the winners. */
    readonly winners: readonly NamedPrize[] | null;
    /** What comes of the raffle: a draw is promised only where one is to come. */
    readonly outlook: Outlook;
    /** The six words of the locked list; null before the lock. */
    readonly words: string | null;
    /** Whether an organiser checked the locked list, which has a page then. */
    readonly isChecked: boolean;
    /** Whether each winner has their prize. */
    readonly isHandedOver: boolean;
  };

type Stage =
  | "start"
  | "lastDay"
  | "closed"
  | "undrawn"
  | "lock"
  | "waiting"
  | "show"
  | "drawn"
  | "winners"
  | "handedOver";

/** What an organiser sends at a stage: a text to change, an address that follows it, and a picture. */
export type Post = {
  readonly stage: Stage;
  /** From when it is to be sent; null for now. */
  readonly from: Date | null;
  readonly text: string;
  readonly link: string;
  readonly picture: { readonly src: string; readonly width: number; readonly height: number };
};

type PostContext = {
  readonly now: Date;
  readonly language: Language;
  readonly timeZone: string;
  readonly origin: string;
};

/** The posts that are true now, that of the stage of now first; and that of the last day, to be prepared. */
export function postsOf(raffle: PostFacts, context: PostContext): Post[] {
  return stagesOf(raffle, context.now).map((stage, place) => postOf(raffle, stage, place > 0, context));
}

/** The last day are the 24 hours before it closes. */
function stagesOf({ dueDate, lockedAt, drawnAt, winners, outlook, isHandedOver }: PostFacts, now: Date): Stage[] {
  if (drawnAt) {
    if (outlook === "announcing") return ["waiting"];
    if (!winners) return ["show"];
    const drawn = winners.some((prize) => prize.winners.length > 0) ? "winners" : "drawn";
    return isHandedOver ? ["handedOver", drawn] : [drawn];
  }
  if (lockedAt) return ["lock"];
  const left = dueDate.getTime() - now.getTime();
  if (left < 0) return [outlook === "soon" ? "closed" : "undrawn"];
  return left < DAY_MS ? ["lastDay"] : ["start", "lastDay"];
}

function postOf(raffle: PostFacts, stage: Stage, isOther: boolean, context: PostContext): Post {
  const { codeId, dueDate, lockedAt } = raffle;
  return {
    stage,
    from: isOther && stage === "lastDay" ? new Date(dueDate.getTime() - DAY_MS) : null,
    text: textOf(raffle, stage, context),
    link: new URL(`/raffle/${codeId}${lockedAt ? "/draw" : ""}`, context.origin).href,
    picture: pictureOf(raffle, stage, context.language),
  };
}

/** The picture that invites while people can join, the one of the result once it is public, else that of the link. */
function pictureOf({ codeId, entriesFrom }: PostFacts, stage: Stage, language: Language): Post["picture"] {
  const invites = (stage === "start" || stage === "lastDay") && peopleCan({ entriesFrom }).enter;
  const isResult = stage === "drawn" || stage === "winners" || stage === "handedOver";
  const kind = invites ? "social" : isResult ? "result-card" : "share-card";
  return { src: `/${kind}/${codeId}.png?lang=${language}`, ...(invites ? SOCIAL_SIZE : BANNER_SIZE) };
}

/** The draft of an organiser's message, in their own words: an address is to follow it. */
function textOf(raffle: PostFacts, stage: Stage, { now, language, timeZone }: PostContext): string {
  const { name, shopName: shop, words, isChecked } = raffle;
  const t = (key: KeyUnder<"desk", "share.draft">, params = {}) =>
    translate(language, { key: `desk:share.draft.${key}`, params });
  const prizes = winText(prizeNames(raffle.prizes), language);
  const won = (raffle.winners ?? []).filter(({ winners }) => winners.length > 0);
  const facts = {
    name,
    prizes,
    where: shop === "" ? t("of", { name }) : t("at", { shop }),
    due: formatShort(raffle.dueDate, now, language, timeZone),
    draw: formatShort(timelineOf(raffle).draw, now, language, timeZone),
    winners: [
      ...won.map((prize) => `${prize.prizeName}: ${winnersText(prize, language)}`),
      ...notWonBy(raffle.winners ?? [], language),
    ].join("; "),
  };
  // An edit may remove the last prize.
  if (prizes === "" && (stage === "start" || stage === "lastDay")) return t("noPrizes", facts);
  const draft = t(stage, facts);
  if (stage !== "lock") return draft;
  return [draft, isChecked && t("checked"), words && t("words", { words }), t("verify")].filter(Boolean).join(" ");
}

function winnersText({ winners, more }: NamedPrize, language: Language): string {
  const who = winners.map(({ ticket, name }) => name ?? `#${ticket}`).join(", ");
  return more > 0 ? `${who} ${translate(language, { key: "draws:past.others", params: { count: more } })}` : who;
}
