import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { FLAG_COLOURS, INK, MUTED, PAPER, RED, TEAL } from "#src/raffles/pictures/drawn/colours.ts";
import { DRAWN_FONT, drawnLines, drawnQrCode, wrapped } from "#src/raffles/pictures/drawn/drawn-text.ts";
import type { Certificate } from "./read-certificate.ts";

/** In pixels: a sheet of A4 at 150 dots an inch. */
const SHEET = { width: 1240, height: 1754 } as const;
const MARGIN = 100;
const WIDTH = SHEET.width - 2 * MARGIN;
const PENNANT = { width: 62, height: 56 };
const QR_SIDE = 300;
/** Where facts begin, and where the code stands. */
const FACTS_TOP = 1060;
const MAX_ROW = 130;
const PRIZES_TOP = 440;

/** The certificate as SVG. It refers to no other file, and its texts are escaped. */
export function certificateSvg(certificate: Certificate, language: Language): string {
  const { name, lead, prizes, morePrizes, facts, words, lockHash, claim, link } = certificate;
  const say = (key: KeyUnder<"draws", "certificate">) => translate(language, { key: `draws:certificate.${key}` });
  const text = (
    content: string,
    top: number,
    size: number,
    fill: string,
    more: { most?: number; width?: number } = {},
  ) => drawnLines(content, { left: MARGIN, top, size, fill, width: more.width ?? WIDTH, most: more.most ?? 1 });
  const pennants = Array.from({ length: SHEET.width / PENNANT.width }, (_, at) => {
    const [x, half] = [at * PENNANT.width, PENNANT.width / 2];
    return `<path fill="${FLAG_COLOURS[at % FLAG_COLOURS.length]}" d="M${x} 0h${PENNANT.width}l-${half} ${PENNANT.height}Z"/>`;
  });
  const rows = wrapped(name, { width: WIDTH, size: 76, most: 2 }).length;
  const row = Math.min(MAX_ROW, (FACTS_TOP - 50 - PRIZES_TOP) / Math.max(1, prizes.length + (morePrizes ? 1 : 0)));
  const beside = WIDTH - QR_SIDE - 50;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.width}" height="${SHEET.height}"`,
    ` viewBox="0 0 ${SHEET.width} ${SHEET.height}" font-family="'${DRAWN_FONT}', sans-serif" font-weight="400">`,
    `<rect width="100%" height="100%" fill="${PAPER}"/>`,
    ...pennants,
    text(say("heading"), 150, 38, TEAL),
    text(name, 240, 76, RED, { most: 2 }),
    text(lead, rows > 1 ? 385 : 305, 28, MUTED, { most: 2 }),
    ...prizes.flatMap((prize, at) => {
      const top = PRIZES_TOP + row * at;
      return [
        text(prize.name, top + row * 0.34, row * 0.25, MUTED),
        text(prize.winners, top + row * 0.76, row * 0.36, INK),
      ];
    }),
    text(morePrizes, PRIZES_TOP + row * (prizes.length + 0.6), row * 0.36, MUTED),
    `<path d="M${MARGIN} ${FACTS_TOP - 40}H${SHEET.width - MARGIN}" stroke="${MUTED}" stroke-width="4" stroke-dasharray="16 12"/>`,
    ...facts.map(({ label, value }, at) =>
      text(`${label}: ${value}`, FACTS_TOP + 30 + at * 48, 26, INK, { width: beside }),
    ),
    text(say("words"), FACTS_TOP + 250, 25, MUTED, { width: beside }),
    text(words, FACTS_TOP + 290, 32, INK, { width: beside, most: 2 }),
    drawnQrCode(link, { left: SHEET.width - MARGIN - QR_SIDE, top: FACTS_TOP, side: QR_SIDE }),
    text(claim, FACTS_TOP + 400, 26, INK, { most: 5 }),
    text(`${say("check")} ${link}`, FACTS_TOP + 565, 29, TEAL, { most: 2 }),
    text(`${say("hash")}: ${lockHash}`, SHEET.height - 50, 21, MUTED),
    "</svg>",
  ].join("");
}
