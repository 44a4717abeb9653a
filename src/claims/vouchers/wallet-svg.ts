import { encode } from "uqr";
import { escapeXml } from "#src/base/xml.ts";
import { DRAWN_FONT, lettersIn } from "#src/raffles/pictures/drawn-text.ts";

/** The picture's size: a phone's screen in portrait shows it whole. */
const [WIDTH, HEIGHT] = [1080, 1620];
const [PAPER, INK, MUTED, RED] = ["#fffbf4", "#1f1b2e", "#5b5569", "#c4193b"];
const FLAGS = [RED, "#f5b32e", "#0b6e69", "#1f7a3d"];
const MARGIN = 90;
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
    return `<path d="M${x} 0h90l-45 70Z" fill="${FLAGS[at % FLAGS.length]}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="'${DRAWN_FONT}', sans-serif" font-weight="400">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${INK}"/>`,
    `<rect x="30" y="30" width="${WIDTH - 60}" height="${HEIGHT - 60}" rx="40" fill="${PAPER}"/>`,
    ...flags,
    lines(raffle, { top: 170, size: 46, most: 2, fill: MUTED }),
    lines(prize, { top: 320, size: 88, most: 2, fill: INK }),
    lines(winner, { top: 560, size: 58, most: 1, fill: INK }),
    notch(30),
    notch(WIDTH - 30),
    `<path d="M${MARGIN} ${TEAR}H${WIDTH - MARGIN}" stroke="${MUTED}" stroke-width="6" stroke-dasharray="22 18"/>`,
    qrCode(link, (WIDTH - QR_SIDE) / 2, TEAR + 80),
    `<text x="${WIDTH / 2}" y="${HEIGHT - 110}" text-anchor="middle" font-size="96" fill="${INK}">${escapeXml(code)}</text>`,
    "</svg>",
  ].join("");
}

type Lines = { readonly top: number; readonly size: number; readonly most: number; readonly fill: string };

function lines(text: string, { top, size, most, fill }: Lines): string {
  return wrapped(text, lettersIn(WIDTH - 2 * MARGIN, size), most)
    .map(
      (line, at) =>
        `<text x="${MARGIN}" y="${top + at * size * 1.2}" font-size="${size}" fill="${fill}">${escapeXml(line)}</text>`,
    )
    .join("");
}

/** A text in lines of this many letters, broken between words where it can be; the last line ends in "…" if cut. */
function wrapped(text: string, length: number, most: number): string[] {
  const rows: string[] = [];
  let rest = [...text.replaceAll(/\s+/g, " ").trim()];
  while (rest.length > 0 && rows.length < most) {
    const isLast = rows.length === most - 1;
    const blank = rest.slice(0, length + 1).lastIndexOf(" ");
    const cut = rest.length <= length ? rest.length : isLast ? length - 1 : blank > 0 ? blank : length;
    rows.push(`${rest.slice(0, cut).join("").trim()}${isLast && cut < rest.length ? "…" : ""}`);
    rest = [...rest.slice(cut).join("").trim()];
  }
  return rows;
}

function qrCode(link: string, left: number, top: number): string {
  const { data, size } = encode(link, { border: 2 });
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1Z`] : [])));
  const scale = QR_SIDE / size;
  return `<g transform="translate(${left} ${top}) scale(${scale})"><path d="M0 0h${size}v${size}h-${size}Z" fill="#fff"/><path d="${cells.join("")}" fill="#000" shape-rendering="crispEdges"/></g>`;
}
