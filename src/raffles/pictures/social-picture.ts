import type { Clock } from "#src/base/clock.ts";
import type { Reader } from "#src/db/connect.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "../schema.ts";
import { shopTitle } from "../shop/shop-facts.ts";
import { bannerDrawing, placedLogo, readBanner } from "./banner.ts";
import { SOCIAL_SIZE } from "./banner-format.ts";
import { INK, MUTED, PAPER, RED, TEAL } from "./drawn/colours.ts";
import { DRAWN_FONT, drawnLine, drawnLines, drawnQrCode, LINE, wrapped } from "./drawn/drawn-text.ts";
import type { Drawing } from "./picture-task.ts";

const MARGIN = 70;
const WIDTH = SOCIAL_SIZE.width - 2 * MARGIN;
const BANNER = { width: SOCIAL_SIZE.width, height: 480 } as const;
/** Where the stub with the code is torn off. */
const TEAR = 1030;
const LOGO = { left: MARGIN, top: BANNER.height + 26, side: 92 } as const;
const QR_SIDE = 270;
/** What is read while scrolling by: as many as on a poster. */
const MAX_PRIZES = 3;
const NAME_SIZES = [84, 72, 60, 52, 44];
/** Between name and prizes, and above the tear. */
const GAP = 24;

type Deps = { readonly db: Reader; readonly clock: Clock; readonly origin: string; readonly timeZone: string };

/**
 * A raffle as a picture for feeds: its name under its banner, what can be won, until when, whose it is, its address and
 * code. Null for one that was deleted meanwhile.
 */
export async function readSocialPicture(
  { db, clock, origin, timeZone }: Deps,
  raffle: PublicRaffle,
  language: Language,
): Promise<Drawing | null> {
  const row = await readBanner(db, raffle.codeId, "webp");
  if (!row) return null;
  const banner = bannerDrawing({ codeId: raffle.codeId, row, ...BANNER });
  const logo = await placedLogo(db, { codeId: raffle.codeId, mark: raffle.logo, ...LOGO });
  const link = new URL(`/raffle/${raffle.codeId}`, origin);
  const stub = { top: TEAR + 25, side: QR_SIDE };
  const beside = { left: MARGIN + QR_SIDE + 40, width: WIDTH - QR_SIDE - 40 };
  const closes = translate(language, {
    key: raffle.open ? "raffles:closes.on" : "raffles:closes.closed",
    params: { moment: formatShort(raffle.dueDate, clock(), language, timeZone) },
  });
  const scan = raffle.open ? translate(language, { key: "desk:poster.scan" }) : "";
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SOCIAL_SIZE.width}" height="${SOCIAL_SIZE.height}"`,
    ` font-family="'${DRAWN_FONT}', sans-serif" font-weight="400">`,
    `<rect width="100%" height="100%" fill="${PAPER}"/>`,
    banner.svg,
    shopLine(raffle, logo !== null, language),
    words(raffle, language),
    ...[0, SOCIAL_SIZE.width].map((x) => `<circle cx="${x}" cy="${TEAR}" r="26" fill="${INK}"/>`),
    `<path d="M${MARGIN / 2} ${TEAR}H${SOCIAL_SIZE.width - MARGIN / 2}" stroke="${MUTED}" stroke-width="4" stroke-dasharray="16 12"/>`,
    drawnQrCode(link.href, { ...stub, left: MARGIN }),
    drawnLines(scan, { ...beside, top: TEAR + 92, size: 50, fill: RED, most: 1 }),
    drawnLines(closes, { ...beside, top: TEAR + 156, size: 38, fill: INK, most: 2 }),
    drawnLines(`${link.host}${link.pathname}`, { ...beside, top: TEAR + 262, size: 30, fill: TEAL, most: 2 }),
    "</svg>",
  ].join("");
  return { svg, pictures: logo ? [...banner.pictures, logo] : banner.pictures };
}

function shopLine(raffle: PublicRaffle, hasLogo: boolean, language: Language): string {
  const shop = shopTitle(raffle);
  if (shop === "") return "";
  const free = hasLogo ? LOGO.side + 22 : 0;
  const by = translate(language, { key: "raffles:shop.by", params: { shop } });
  const place = { left: MARGIN + free, top: LOGO.top + 59, width: WIDTH - free };
  return drawnLines(by, { ...place, size: 36, fill: MUTED, most: 1 });
}

/** The name and the prizes, in the largest letters with which they fit between shop and stub. */
function words(raffle: PublicRaffle, language: Language): string {
  const top = raffle.logo + shopTitle(raffle) === "" ? BANNER.height + 10 : LOGO.top + LOGO.side;
  const shown = raffle.prizes.slice(0, MAX_PRIZES);
  const more = raffle.prizes.length - shown.length;
  const rows = (
    text: string,
    { most = 1, gap = 0, ...look }: { size: number; fill: string; most?: number; gap?: number },
  ) => wrapped(text, { ...look, most, width: WIDTH }).map((row, at) => ({ row, ...look, gap: at === 0 ? gap : 0 }));
  const setIn = (size: number) => [
    ...rows(raffle.name, { size, fill: INK, most: 3 }),
    ...(shown.length > 0
      ? rows(translate(language, { key: "desk:poster.win" }), { size: 46, fill: RED, gap: GAP })
      : []),
    ...shown.flatMap(({ name }) => rows(name, { size: 40, fill: INK, most: shown.length === 1 ? 2 : 1 })),
    ...(more > 0
      ? rows(translate(language, { key: "desk:poster.more", params: { count: more } }), { size: 32, fill: MUTED })
      : []),
  ];
  const heightOf = (set: ReturnType<typeof setIn>) => set.reduce((sum, { size, gap }) => sum + size * LINE + gap, 0);
  const room = TEAR - GAP - top;
  const set = NAME_SIZES.map(setIn).find((one) => heightOf(one) <= room) ?? setIn(Math.min(...NAME_SIZES));
  let bottom = top + (room - heightOf(set)) / 2;
  return set
    .map(({ row, size, fill, gap }) => {
      bottom += size * LINE + gap;
      return drawnLine(row, { left: MARGIN, top: Math.round(bottom - size * 0.25), size, fill });
    })
    .join("");
}
