import sharp from "sharp";
import { BANNER_SIZE, type Banner } from "#src/raffles/pictures/banner-format.ts";
import { workOnPicture } from "#src/raffles/pictures/picture-work.ts";
import { SHOP_PICTURES, type Shape, type ShopPicture } from "#src/raffles/pictures/shop-picture.ts";
import type { DemoDrawing, DemoRaffle } from "./demo-raffle.ts";

/** What is inside the SVG of each, in a frame of 1200 × 630. */
const DRAWINGS: Readonly<Record<DemoDrawing, string>> = {
  loom: `<rect width="1200" height="630" fill="#fff"/><g fill="none" stroke="#8c2f5b" stroke-width="34"><circle cx="600" cy="315" r="250"/>
    <path d="M440 180v270M520 150v330M600 140v350M680 150v330M760 180v270"/></g><path d="M400 290h400v50H400z" fill="#e0a526"/>`,
  shawl: `<rect width="1200" height="630" fill="#f4e7d3"/><g transform="translate(330 60)"><path d="M0 0h540v430H0z" fill="#0f6f83"/>
    <path d="M0 60h540v36H0zM0 330h540v36H0z" fill="#e0a526"/><path d="M0 130h540v14H0zM0 290h540v14H0z" fill="#f4e7d3"/>
    <path d="M60 217l70-50 70 50-70 50zM200 217l70-50 70 50-70 50zM340 217l70-50 70 50-70 50z" fill="#c2436b"/>
    <path d="M10 430v70M70 430v70M130 430v70M190 430v70M250 430v70M310 430v70M370 430v70M430 430v70M490 430v70M530 430v70"
      stroke="#0f6f83" stroke-width="9"/></g>`,
  boat: `<rect width="1200" height="630" fill="#f7b267"/><circle cx="820" cy="330" r="120" fill="#fff1c9"/>
    <path d="M0 360h1200v270H0z" fill="#15616d"/><path d="M340 330h520l-80 90H420z" fill="#fff"/>
    <path d="M300 440h600" stroke="#7a3b12" stroke-width="18"/><path d="M580 330V120l170 190z" fill="#c2436b"/>`,
  mask: `<rect width="1200" height="630" fill="#bfe3e8"/><rect x="330" y="190" width="440" height="240" rx="110" fill="#0b3c49"/>
    <rect x="370" y="225" width="360" height="170" rx="80" fill="#8fd3dd"/>
    <path d="M840 110v280q0 110-110 110h-60" fill="none" stroke="#f25f3a" stroke-width="40" stroke-linecap="round"/>`,
  field: `<rect width="1200" height="630" fill="#24304f"/><circle cx="950" cy="140" r="70" fill="#ffe9a8"/>
    <path d="M0 400q300-120 600 0t600 0v230H0z" fill="#3f5a2a"/><path d="M0 500q300-90 600 0t600 0v130H0z" fill="#5a7a35"/>
    <path d="M180 470h840v26H180z" fill="#c98b4b"/><path d="M0 190q300 140 600 0t600 0" fill="none" stroke="#ffe9a8" stroke-width="6"/>
    <g fill="#ffb84d"><circle cx="150" cy="245" r="18"/><circle cx="300" cy="260" r="18"/><circle cx="450" cy="245" r="18"/>
    <circle cx="750" cy="135" r="18"/><circle cx="870" cy="127" r="18"/><circle cx="1050" cy="135" r="18"/></g>`,
};

/** The pictures of a raffle of the demonstration data. */
export type DrawnPictures = {
  readonly logo: ShopPicture | null;
  /** By the prize's place. */
  readonly prizes: ReadonlyMap<number, ShopPicture>;
  readonly banner: Banner | null;
};

/** Draws a raffle's pictures, and stores them as an upload is stored. Nobody's photo is in the demonstration data. */
export async function drawPictures({ logo, banner, prizes }: DemoRaffle): Promise<DrawnPictures> {
  const drawn = new Map<number, ShopPicture>();
  for (const [place, { drawing }] of prizes.entries()) if (drawing) drawn.set(place, await shop("prize", drawing));
  return { logo: logo ? await shop("logo", logo) : null, prizes: drawn, banner: banner ? await wide(banner) : null };
}

async function shop(kind: "logo" | "prize", drawing: DemoDrawing): Promise<ShopPicture> {
  const answer = await answerTo(kind, drawing);
  if (answer.kind !== "shop") throw new Error(`The drawing ${drawing} is refused: ${answer.kind}.`);
  return answer.picture;
}

async function wide(drawing: DemoDrawing): Promise<Banner> {
  const answer = await answerTo("encode", drawing);
  const { png, webp } = answer.kind === "banner" ? answer.banner : {};
  if (!png || !webp) throw new Error(`The drawing ${drawing} is refused: ${answer.kind}.`);
  return { png, webp };
}

async function answerTo(kind: "encode" | Shape, drawing: DemoDrawing) {
  const { width, height } = BANNER_SIZE;
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`;
  const svg = sharp(Buffer.from(`${frame}${DRAWINGS[drawing]}</svg>`));
  // Cut in the middle, so that nothing is left for the site to cut.
  const wanted = Math.round(kind === "encode" ? width : height * SHOP_PICTURES[kind].ratio);
  const shape = svg.extract({ left: Math.floor((width - wanted) / 2), top: 0, width: wanted, height });
  return workOnPicture({ kind, upload: await shape.png().toBuffer() });
}
