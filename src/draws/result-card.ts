import type { Reader } from "#src/db/connect.ts";
import { formatDate } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import { BANNER_SIZE } from "#src/raffles/pictures/banner-format.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { shopTitle } from "#src/raffles/shop-facts.ts";
import { readPrizeHolders } from "./prize-holders.ts";
import { readShowStep } from "./show/read.ts";
import { isUnderWay } from "./show/rules.ts";
import { nameHolders } from "./winner-names.ts";

/** What a picture of a result says. */
export type ResultCard = {
  readonly heading: string;
  /** When it was drawn, and whose raffle it is. */
  readonly date: string;
  /** A prize and who won it. */
  readonly lines: readonly string[];
  readonly check: string;
};

/** Prizes for which the picture has room. */
const LINES = 5;
/** Characters that fit in a line, at the font's usual width. */
const HEADING_LENGTH = 34;
const LINE_LENGTH = 58;
/** The banderitas of every page's head (web/theme/page.css), in the colours of its tokens. */
const PENNANTS = ["#C4193B", "#F5B32E", "#0B6E69", "#1F7A3D"];
const PENNANT = { width: 60, height: 48 };

/** What the picture of a result says: winners in public form. Null before the draw, and while its show is under way. */
export async function readResultCard(
  { db, origin, timeZone }: { readonly db: Reader; readonly origin: string; readonly timeZone: string },
  codeId: string,
  language: Language,
): Promise<ResultCard | null> {
  const raffle = await findRaffle(db, codeId);
  const held = raffle?.drawnAt ? await readPrizeHolders(db, [raffle.id]) : new Map();
  if (!raffle?.drawnAt || !held.has(raffle.id)) return null;
  if (isUnderWay(await readShowStep(db, raffle.id), raffle.prizes.length)) return null;
  const prizes = (await nameHolders(db, held)).get(raffle.id) ?? [];
  const names = new Map(raffle.prizes.map(({ prizeCode, name }) => [prizeCode, name]));
  const t = (key: string, params = {}) => translate(language, { key: `draws:${key}`, params });
  const lines = prizes.slice(0, LINES).map(({ prizeCode, winners, more }) => {
    const who = winners.map(({ ticket, name }) => name ?? `#${ticket}`).join(", ") || t("result.nobody");
    const others = more > 0 ? ` ${t("past.others", { count: more })}` : "";
    return `${names.get(prizeCode) ?? prizeCode}: ${who}${others}`;
  });
  return {
    heading: raffle.name,
    date: [formatDate(raffle.drawnAt, language, timeZone), shopTitle(raffle)].filter(Boolean).join(" · "),
    lines,
    check: `${t("desk.cardCheck")} ${new URL(`/raffle/${raffle.codeId}/draw`, origin).href}`,
  };
}

/** The picture as SVG. It refers to no other file, and its texts are escaped. */
export function resultCardSvg({ heading, date, lines, check }: ResultCard): string {
  const { width, height } = BANNER_SIZE;
  const pennants = Array.from({ length: width / PENNANT.width }, (_, i) => {
    const [x, half] = [i * PENNANT.width, PENNANT.width / 2];
    return `<path fill="${PENNANTS[i % PENNANTS.length]}" d="M${x} 0h${PENNANT.width}l-${half} ${PENNANT.height}Z"/>`;
  });
  const text = (y: number, size: number, content: string, style = "") =>
    `<text x="60" y="${y}" font-size="${size}" ${style}>${escapeXml(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="Noto Sans, Liberation Sans, DejaVu Sans, sans-serif" fill="#1F1B2E">`,
    `<rect width="${width}" height="${height}" fill="#FFFBF4"/>`,
    ...pennants,
    text(150, 54, shortened(heading, HEADING_LENGTH), 'font-weight="bold" fill="#C4193B"'),
    text(200, 28, shortened(date, LINE_LENGTH), 'fill="#5B5569"'),
    ...lines.map((line, index) => text(275 + 58 * index, 34, shortened(line, LINE_LENGTH))),
    text(height - 40, 24, check, 'fill="#0B6E69"'),
    "</svg>",
  ].join("");
}

function shortened(text: string, most: number): string {
  const shown = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return shown.length <= most ? text : `${shown.slice(0, most - 1).join("")}…`;
}

/** What XML 1.0 allows in a document (production 2), and no line breaks. */
const NOT_IN_XML = /[^\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replace(NOT_IN_XML, " ").replace(/[&<>"]/g, (character) => ESCAPED[character] ?? "");
}
