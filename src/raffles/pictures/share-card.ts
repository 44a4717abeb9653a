import type { Clock } from "#src/base/clock.ts";
import { accentColors } from "#src/base/colors/contrast.ts";
import type { Reader } from "#src/db/connect.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { TextKey, TextParams } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "../schema.ts";
import { shopTitle } from "../shop/shop-facts.ts";
import { timelineOf } from "../timeline/timeline.ts";
import { placedLogo, readBanner } from "./banner.ts";
import { BANNER_SIZE } from "./banner-format.ts";
import { FLAG_COLOURS, INK, MUTED, PAPER, RED, TEAL } from "./drawn/colours.ts";
import { DRAWN_FONT, drawnLine, drawnLines, LINE, wrapped } from "./drawn/drawn-text.ts";
import type { Drawing } from "./picture-task.ts";

const { width: WIDTH, height: HEIGHT } = BANNER_SIZE;
const MARGIN = 60;
/** The organiser's banner at the right. Without it the words have all of the width. */
const PHOTO = { width: 480, gap: 40 } as const;
const PENNANT = { width: 60, height: 48 } as const;
const LOGO_SIDE = 96;
/** Of the shop's line, and where the stub with time and address is torn off. */
const [SHOP_TOP, TEAR] = [PENNANT.height + 32, HEIGHT - 150];
/** As large as the words fit in. A preview is shown 300 px wide on a phone, a quarter of this. */
const SIZES = [112, 100, 88, 76, 66, 56, 48];
const MAX_LINES = 3;

type Deps = { readonly db: Reader; readonly clock: Clock; readonly origin: string; readonly timeZone: string };

/**
 * A raffle as the picture of a link to it: whose it is, what can be won and until when, or how far it is; and the
 * site's address. Null for one that was deleted meanwhile.
 */
export async function readShareCard(
  { db, clock, origin, timeZone }: Deps,
  raffle: PublicRaffle,
  language: Language,
): Promise<Drawing | null> {
  const row = await readBanner(db, raffle.codeId, "webp");
  if (!row) return null;
  const t = (key: TextKey, params: TextParams = {}) => translate(language, { key, params });
  const short = (at: Date) => formatShort(at, clock(), language, timeZone);
  const photo = row.stored && {
    ...row.stored,
    ...{ left: WIDTH - PHOTO.width, top: 0, width: PHOTO.width, height: HEIGHT, round: false },
  };
  const width = WIDTH - 2 * MARGIN - (photo ? PHOTO.width + PHOTO.gap - MARGIN : 0);
  const place = { codeId: raffle.codeId, mark: raffle.logo, left: MARGIN, top: SHOP_TOP, side: LOGO_SIDE };
  const logo = await placedLogo(db, place);
  const color = raffle.accentColor === "" ? RED : accentColors(raffle.accentColor).light;
  const line = (top: number, sizes: readonly number[], fill: string, text: string) =>
    fittingLine([text], { left: MARGIN, top, sizes, fill, width });
  const link = new URL(`/raffle/${raffle.codeId}`, origin);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`,
    ` font-family="'${DRAWN_FONT}', sans-serif" font-weight="400">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>`,
    pennants(),
    shopLine(raffle, logo !== null, width),
    words({ ...wordsOf(raffle, t), color, width, top: SHOP_TOP + LOGO_SIDE }),
    `<path d="M${MARGIN} ${TEAR}h${width}" stroke="${MUTED}" stroke-width="3" stroke-dasharray="11 9"/>`,
    line(TEAR + 58, [42, 36, 30], INK, stateOf(raffle, t, short)),
    line(TEAR + 108, [30, 24], TEAL, `${link.host}${link.pathname}`),
    "</svg>",
  ].join("");
  return { svg, pictures: [...(photo ? [photo] : []), ...(logo ? [logo] : [])] };
}

type Say = (key: TextKey, params?: TextParams) => string;

/** While it is open, what can be won. Later nobody can join to win it: then the raffle's name, over its prizes. */
function wordsOf(raffle: PublicRaffle, t: Say): Pick<Words, "lead" | "large" | "more"> {
  const [first, ...others] = raffle.prizes;
  if (!first) return { lead: "", large: raffle.name, more: "" };
  const lead = raffle.open ? t("raffles:win.lead").toUpperCase() : raffle.name;
  const more = others.length > 0 ? t("raffles:win.more", { prizes: "", count: others.length }).trim() : "";
  return { lead, large: first.name, more };
}

/** Until when it takes entries; once it has closed, when it is or was drawn. */
function stateOf(raffle: PublicRaffle, t: Say, short: (at: Date) => string): string {
  if (raffle.open) return t("raffles:closes.on", { moment: short(raffle.dueDate) });
  if (raffle.drawnAt) return t("raffles:closes.drawn", { moment: short(raffle.drawnAt) });
  return `${t("raffles:closes.left.over")} · ${t("raffles:closes.draw", { moment: short(timelineOf(raffle).draw) })}`;
}

function pennants(): string {
  const { width, height } = PENNANT;
  return Array.from({ length: WIDTH / width }, (_, place) => {
    const fill = FLAG_COLOURS[place % FLAG_COLOURS.length];
    return `<path fill="${fill}" d="M${place * width} 0h${width}l-${width / 2} ${height}Z"/>`;
  }).join("");
}

/** Whose raffle it is: without its place where both are too long. A raffle without a shop has its name there. */
function shopLine(raffle: PublicRaffle, hasLogo: boolean, width: number): string {
  const free = hasLogo ? LOGO_SIDE + 24 : 0;
  const place = { left: MARGIN + free, top: SHOP_TOP + LOGO_SIDE / 2 + 12, width: width - free };
  const texts = [shopTitle(raffle), raffle.shopName].filter((text) => text !== "");
  const shown = texts.length > 0 ? texts : raffle.open ? [raffle.name] : [];
  return fittingLine(shown, { ...place, sizes: [36, 30], fill: MUTED });
}

type FittingLine = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly fill: string;
  readonly sizes: readonly number[];
};

/** The first of these texts that fits whole in one of the sizes; the last one cut where none does. */
function fittingLine(texts: readonly string[], { sizes, ...line }: FittingLine): string {
  const { width } = line;
  const tries = texts.flatMap((text) => sizes.map((size) => ({ text, size })));
  const best = tries.find(({ text, size }) => isWhole(wrapped(text, { width, size, most: 1 }))) ?? tries.at(-1);
  return best ? drawnLines(best.text, { ...line, size: best.size, most: 1 }) : "";
}

function isWhole(rows: readonly string[]): boolean {
  return rows.at(-1)?.endsWith("…") !== true;
}

type Words = {
  readonly lead: string;
  readonly large: string;
  readonly more: string;
  readonly color: string;
  readonly width: number;
  readonly top: number;
};

/** The words in the largest letters with which they fit between shop and stub, in the middle of them. */
function words({ lead, large, more, color, width, top }: Words): string {
  const setIn = (size: number) => [
    ...wrapped(lead, { size: size * 0.62, width, most: 1 }).map((row) => ({ row, size: size * 0.62, fill: color })),
    ...wrapped(large, { size, width, most: MAX_LINES }).map((row) => ({ row, size, fill: INK })),
    ...wrapped(more, { size: size * 0.62, width, most: 1 }).map((row) => ({ row, size: size * 0.62, fill: MUTED })),
  ];
  const heightOf = (rows: ReturnType<typeof setIn>) => rows.reduce((sum, { size }) => sum + size * LINE, 0);
  const room = TEAR - 20 - top;
  const sets = SIZES.map(setIn).filter((rows) => heightOf(rows) <= room);
  const rows = sets.find((set) => set.every(({ row }) => isWhole([row]))) ?? sets.at(-1) ?? setIn(Math.min(...SIZES));
  let bottom = top + (room - heightOf(rows)) / 2;
  return rows
    .map(({ row, size, fill }) => {
      bottom += size * LINE;
      return drawnLine(row, { left: MARGIN, top: Math.round(bottom - size * 0.28), size, fill });
    })
    .join("");
}
