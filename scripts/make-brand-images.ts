import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { banderitasSvg } from "#src/raffles/pictures/banderitas.ts";
import { BANNER_SIZE } from "#src/raffles/pictures/banner-format.ts";
import { DRUM, TICKET } from "../web/theme/logo-shape.ts";

// `node scripts/make-brand-images.ts`: draws the images in public/ from the logo and from banderitas.
const PUBLIC = new URL("../public/", import.meta.url);

/** The colours of web/theme/tokens.css, which an image cannot read. */
const RED = "#C4193B";
const RED_ON_DARK = "#FF8595";
const TEAL = "#0B6E69";
const MANGO = "#FFC657";
const NIGHT = "#15131F";
const PAPER = "#FFFBF4";
/** Apple's size for a home screen icon, in pixels. */
const ICON_SIZE = 180;

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Tambiolo</title><style>path{fill:${RED}}@media(prefers-color-scheme:dark){path{fill:${RED_ON_DARK}}}</style><path d="${DRUM}${TICKET}"/></svg>\n`;
const icon = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${ICON_SIZE}" height="${ICON_SIZE}">`,
  `<path fill="${RED}" d="M0 0H32V32H0Z"/>`,
  drawMark({ x: 5.2, y: 5, size: 22, drum: PAPER, ticket: MANGO }),
  "</svg>",
].join("");

// These codes were chosen for their images: the drum in front of the morning sun, and of the evening sun.
const morning = drawBanner("DEFAULT", { x: 362, y: 302, size: 288, drum: RED, ticket: TEAL });
const evening = drawBanner("HAPON", { x: 646, y: 308, size: 282, drum: NIGHT, ticket: PAPER });

await mkdir(new URL("banner/", PUBLIC), { recursive: true });
await Promise.all([
  writeFile(new URL("favicon.svg", PUBLIC), favicon),
  writeFile(new URL("apple-touch-icon.png", PUBLIC), await pngOf(icon)),
  writeFile(new URL("banner/default.png", PUBLIC), await pngOf(morning)),
  writeFile(new URL("banner/banner.png", PUBLIC), await pngOf(evening)),
]);

type Mark = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly drum: string;
  readonly ticket: string;
};

function drawBanner(code: string, mark: Mark): string {
  return banderitasSvg({ code, name: "", accent: "" }, BANNER_SIZE).replace("</svg>", `${drawMark(mark)}</svg>`);
}

function drawMark({ x, y, size, drum, ticket }: Mark): string {
  const place = `translate(${x} ${y})scale(${size / 32})`;
  return `<g transform="${place}"><path fill="${drum}" d="${DRUM}"/><path fill="${ticket}" d="${TICKET}"/></g>`;
}

function pngOf(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 90, compressionLevel: 9 }).toBuffer();
}
