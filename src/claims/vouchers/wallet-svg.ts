import { escapeXml } from "#src/base/xml.ts";
import { FLAG_COLOURS, INK, MUTED, PAPER } from "#src/raffles/pictures/drawn/colours.ts";
import { DRAWN_FONT, drawnLines, drawnQrCode } from "#src/raffles/pictures/drawn/drawn-text.ts";

/** The picture's size: a phone's screen in portrait shows it whole. */
const [WIDTH, HEIGHT] = [1080, 1620];
const MARGIN = 90;
const COLUMN = { left: MARGIN, width: WIDTH - 2 * MARGIN };
/** Where the ticket is torn. */
const TEAR = 700;
const QR_SIDE = 600;

/** What a voucher's picture says. All of it is plain text. */
export type WalletTexts = {
  readonly raffle: string;
  readonly prize: string;
  readonly winner: string;
  /** As it is read out. */
  readonly code: string;
  /** What the QR code holds. */
  readonly link: string;
};

/** A voucher as an SVG to keep on a phone: the ticket with its perforation, the QR code and the code. */
export function walletSvg({ raffle, prize, winner, code, link }: WalletTexts): string {
  const notch = (x: number) => `<circle cx="${x}" cy="${TEAR}" r="34" fill="${INK}"/>`;
  const flags = Array.from({ length: 12 }, (_, at) => {
    const x = at * 90;
    return `<path d="M${x} 0h90l-45 70Z" fill="${FLAG_COLOURS[at % FLAG_COLOURS.length]}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="'${DRAWN_FONT}', sans-serif" font-weight="400">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${INK}"/>`,
    `<rect x="30" y="30" width="${WIDTH - 60}" height="${HEIGHT - 60}" rx="40" fill="${PAPER}"/>`,
    ...flags,
    drawnLines(raffle, { ...COLUMN, top: 170, size: 46, most: 2, fill: MUTED }),
    drawnLines(prize, { ...COLUMN, top: 320, size: 88, most: 2, fill: INK }),
    drawnLines(winner, { ...COLUMN, top: 560, size: 58, most: 1, fill: INK }),
    notch(30),
    notch(WIDTH - 30),
    `<path d="M${MARGIN} ${TEAR}H${WIDTH - MARGIN}" stroke="${MUTED}" stroke-width="6" stroke-dasharray="22 18"/>`,
    drawnQrCode(link, { left: (WIDTH - QR_SIDE) / 2, top: TEAR + 80, side: QR_SIDE }),
    `<text x="${WIDTH / 2}" y="${HEIGHT - 110}" text-anchor="middle" font-size="96" fill="${INK}">${escapeXml(code)}</text>`,
    "</svg>",
  ].join("");
}
