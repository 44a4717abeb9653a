import type { Reader } from "#src/db/connect.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyOf } from "#src/i18n/text-keys.ts";
import { formatDate } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import { placedLogo } from "#src/raffles/pictures/banner.ts";
import { BANNER_SIZE } from "#src/raffles/pictures/banner-format.ts";
import { FLAG_COLOURS, INK, MUTED, PAPER, RED, TEAL } from "#src/raffles/pictures/drawn/colours.ts";
import { DRAWN_FONT, drawnLines } from "#src/raffles/pictures/drawn/drawn-text.ts";
import type { PlacedPicture } from "#src/raffles/pictures/picture-task.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { prizeNamesOf } from "#src/raffles/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { shopTitle } from "#src/raffles/shop/shop-facts.ts";
import { shownPrizes } from "./announcing/rules.ts";
import { readPrizeHolders } from "./prize-holders.ts";
import { readShowStep } from "./show/read.ts";
import { type NamedPrize, nameHolders } from "./winner-names.ts";

/** What a picture of a result says. */
export type ResultCard = {
  readonly heading: string;
  /** When it was drawn, and whose raffle it is. */
  readonly date: string;
  readonly prizes: readonly { readonly name: string; readonly winners: string }[];
  readonly check: string;
  /** The shop's logo in its place. */
  readonly logo: PlacedPicture | null;
};

/** Prizes for which the picture has room. */
const MAX_PRIZES = 5;
/** The height of a prize and its winners where there are few. */
const MAX_ROW = 120;
const MARGIN = 60;
/** Of a logo at the heading's right; 256 is the widest that is stored. */
const LOGO = { left: BANNER_SIZE.width - MARGIN - 110, top: 66, side: 110 } as const;
const PENNANT = { width: 60, height: 48 };

/** What the picture of a result says: winners in public form. Null before all of them are shown. */
export async function readResultCard(
  { db, origin, timeZone }: { readonly db: Reader; readonly origin: string; readonly timeZone: string },
  codeId: string,
  language: Language,
): Promise<ResultCard | null> {
  const raffle = await findRaffle(db, codeId);
  const prizes = raffle && (await readRevealedWinners(db, raffle));
  if (!raffle?.drawnAt || !prizes) return null;
  const names = prizeNamesOf(raffle.prizes);
  const t = (key: KeyOf<"draws">, params = {}) => translate(language, { key: `draws:${key}`, params });
  const shown = prizes.slice(0, MAX_PRIZES).map(({ prizeCode, given, winners, more }) => {
    const nobody = t(given ? "result.nobody" : "result.notGivenShort");
    const who = winners.map(({ ticket, name }) => name ?? `#${ticket}`).join(", ") || nobody;
    const others = more > 0 ? ` ${t("past.others", { count: more })}` : "";
    return { name: names.get(prizeCode) ?? prizeCode, winners: `${who}${others}` };
  });
  return {
    logo: await placedLogo(db, { codeId: raffle.codeId, mark: raffle.logo, ...LOGO }),
    heading: raffle.name,
    date: [formatDate(raffle.drawnAt, language, timeZone), shopTitle(raffle)].filter(Boolean).join(" · "),
    prizes: shown,
    check: `${t("desk.cardCheck")} ${new URL(`/raffle/${raffle.codeId}/draw`, origin).href}`,
  };
}

/** The first prizes of a raffle with their winners in public form. Null before all of them are shown. */
export async function readRevealedWinners(
  db: Reader,
  raffle: Pick<PublicRaffle, "id" | "prizes" | "announce" | "announcedAt">,
): Promise<readonly NamedPrize[] | null> {
  const { id, prizes } = raffle;
  const step = await readShowStep(db, id);
  if (shownPrizes({ ...raffle, step }, prizes.length) < prizes.length) return null;
  const held = await readPrizeHolders(db, [id]);
  return (await nameHolders(db, held)).get(id) ?? null;
}

/** The picture as SVG. It refers to no other file, and its texts are escaped. */
export function resultCardSvg({ heading, date, prizes, check, logo }: ResultCard): string {
  const { width, height } = BANNER_SIZE;
  const text = (top: number, size: number, fill: string, content: string, free = 0) =>
    drawnLines(content, { left: MARGIN, top, size, fill, width: width - 2 * MARGIN - free, most: 1 });
  const pennants = Array.from({ length: width / PENNANT.width }, (_, i) => {
    const [x, half] = [i * PENNANT.width, PENNANT.width / 2];
    return `<path fill="${FLAG_COLOURS[i % FLAG_COLOURS.length]}" d="M${x} 0h${PENNANT.width}l-${half} ${PENNANT.height}Z"/>`;
  });
  const beside = logo ? LOGO.side + MARGIN / 2 : 0;
  const [from, to] = [205, height - 95];
  const row = Math.min(MAX_ROW, (to - from) / prizes.length);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="'${DRAWN_FONT}', sans-serif" font-weight="400">`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    ...pennants,
    text(125, 58, RED, heading, beside),
    text(168, 26, MUTED, date, beside),
    ...prizes.flatMap(({ name, winners }, index) => {
      const top = from + row * index;
      return [text(top + row * 0.3, row * 0.27, MUTED, name), text(top + row * 0.76, row * 0.46, INK, winners)];
    }),
    `<path d="M${MARGIN} ${height - 75}H${width - MARGIN}" stroke="${MUTED}" stroke-width="3" stroke-dasharray="11 9"/>`,
    text(height - 30, 24, TEAL, check),
    "</svg>",
  ].join("");
}
