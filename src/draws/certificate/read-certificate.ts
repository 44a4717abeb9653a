import type { Reader } from "#src/db/connect.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { formatDate, formatTime } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { shopTitle } from "#src/raffles/shop/shop-facts.ts";
import { lockWords } from "../lock/lock-words.ts";
import { findDraw, isDrawn, ticketsInPlay } from "../read.ts";
import { readRevealedWinners } from "../result-card.ts";

/** What a certificate of a draw says, in one language. */
export type Certificate = {
  readonly codeId: string;
  readonly name: string;
  /** Whose draw it is, and when it was; without a shop the time alone. */
  readonly lead: string;
  readonly prizes: readonly { readonly name: string; readonly winners: string }[];
  /** Of prizes that have no room on the sheet, how many there are; empty if all have. */
  readonly morePrizes: string;
  /** What it rests on, as label and value. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly lockHash: string;
  readonly words: string;
  /** What follows from all of it, and what does not. */
  readonly claim: string;
  /** Where anyone can check the draw. */
  readonly link: string;
};

/** Prizes for which a sheet has room. */
const MAX_PRIZES = 8;

type Deps = { readonly db: Reader; readonly origin: string; readonly timeZone: string };

/** A drawn raffle: its winners in public form, and what they follow from. Null before all of them are shown. */
export async function readCertificate(
  { db, origin, timeZone }: Deps,
  codeId: string,
  language: Language,
): Promise<Certificate | null> {
  const raffle = await findRaffle(db, codeId);
  const [draw, prizes] = raffle
    ? await Promise.all([findDraw(db, raffle.id), readRevealedWinners(db, raffle)])
    : [null, null];
  if (!raffle?.drawnAt || !prizes || !draw || !isDrawn(draw.published)) return null;
  const say = (key: KeyUnder<"draws", "certificate">, params = {}) =>
    translate(language, { key: `draws:certificate.${key}`, params });
  const at = (date: Date) => ({
    date: formatDate(date, language, timeZone),
    time: formatTime(date, language, timeZone),
  });
  const { lock, replacements } = draw.published;
  const words = await lockWords(draw.lockHash);
  return {
    codeId: raffle.codeId,
    name: raffle.name,
    lead: [shopTitle(raffle), Object.values(at(raffle.drawnAt)).join(", ")].filter(Boolean).join(" · "),
    prizes: prizes.slice(0, MAX_PRIZES).map(({ prizeName, given, winners, more }) => {
      const who = winners.map(({ ticket, name }) => (name === null ? `#${ticket}` : `${name} (#${ticket})`)).join(", ");
      const others = more > 0 ? translate(language, { key: "draws:past.others", params: { count: more } }) : "";
      const nobody = translate(language, { key: `draws:result.${given ? "nobody" : "notGivenShort"}` });
      return { name: prizeName, winners: [who || nobody, others].filter(Boolean).join(" ") };
    }),
    morePrizes: prizes.length > MAX_PRIZES ? say("morePrizes", { count: prizes.length - MAX_PRIZES }) : "",
    facts: [
      { label: say("list"), value: say("tickets", { count: ticketsInPlay(draw) }) },
      { label: say("locked"), value: say("moment", at(new Date(lock.lockedAt))) },
      { label: say("number"), value: say("moment", at(draw.roundAt)) },
      { label: say("round"), value: formatCount(lock.round, language) },
    ],
    lockHash: draw.lockHash,
    words,
    claim: [
      say("claim"),
      ...(replacements.length > 0 ? [say("replaced", { count: replacements.length })] : []),
      ...(peopleCan(raffle).enter ? [] : [say("names"), say("again")]),
    ].join(" "),
    link: new URL(`/raffle/${raffle.codeId}/draw`, origin).href,
  };
}
