import { createHash } from "node:crypto";
import sharp, { type PngOptions, type Sharp } from "sharp";
import { accentOf } from "./accent.ts";
import { BANNER_SIZE, MAX_PICTURE_PIXELS, PHOTO_SIDE } from "./banner-format.ts";
import type { Drawing, PictureAnswer, PictureTask, PlacedPicture } from "./picture-task.ts";
import { MARK_LENGTH, SHOP_PICTURES, type Shape } from "./shop-picture.ts";

const ACCEPTED_FORMATS: ReadonlySet<string> = new Set(["jpeg", "png", "webp"]);

// A palette, because a photo as full-colour PNG is too large for a link preview. Flat colours are small anyway.
const PHOTO_PNG: PngOptions = { palette: true, quality: 85, compressionLevel: 9 };
const DRAWN_PNG: PngOptions = { compressionLevel: 6 };
const WEBP = { quality: 78 };

/** Call once, before the first picture. Disables caching between pictures and blocks all other decoders. */
export function prepareForPictures(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ["VipsForeignLoad"] });
  const loaders = ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"];
  // SVG is only for what we draw ourselves. No upload can be SVG: pictures.ts checks its first bytes before.
  sharp.unblock({ operation: [...loaders, "VipsForeignLoadSvg"] });
}

/**
 * Does one task.
 *
 * @throws if a banner cannot be drawn, which is a bug; a bad upload is an answer
 */
export async function workOnPicture(task: PictureTask): Promise<PictureAnswer> {
  if (task.kind !== "draw") return encode(task.upload, STORES[task.kind]);
  const { svg, pictures } = task.drawing;
  const drawing = sharp(Buffer.from(svg)).composite(await Promise.all(pictures.map(cut)));
  const drawn = task.format === "png" ? drawing.png(pngOf(task.drawing)) : drawing.webp(WEBP);
  return { kind: "banner", banner: { [task.format]: await drawn.toBuffer() } };
}

function pngOf({ pictures }: Drawing): PngOptions {
  return pictures.every(({ round }) => round) ? DRAWN_PNG : PHOTO_PNG;
}

/** The white rim of a logo, in parts of its place: it stands out from any banner. */
const RIM = 0.04;

async function cut({ bytes, left, top, width, height, round }: PlacedPicture) {
  if (!round) return { input: await sharp(bytes).resize(width, height, { fit: "cover" }).toBuffer(), left, top };
  const rim = Math.round(width * RIM);
  const disc = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="50%" cy="50%" r="50%"/></svg>`;
  const logo = sharp(bytes).resize(width - 2 * rim, height - 2 * rim);
  const rimmed = logo.extend({ top: rim, bottom: rim, left: rim, right: rim, background: "#fff" }).ensureAlpha();
  const masked = sharp(await rimmed.png().toBuffer()).composite([{ input: Buffer.from(disc), blend: "dest-in" }]);
  return { input: await masked.png().toBuffer(), left, top };
}

async function encode(upload: Uint8Array, store: (picture: Sharp) => Promise<PictureAnswer>): Promise<PictureAnswer> {
  try {
    const { format, width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
    if (!format || !ACCEPTED_FORMATS.has(format)) return { kind: "invalid" };
    // These sizes are from the header. Nothing is decoded yet.
    if (width * height > MAX_PICTURE_PIXELS) return { kind: "too-many-pixels" };
    // A picture one pixel wide would be scaled to millions of pixels in length before cropping.
    const scale = Math.max(BANNER_SIZE.width / width, BANNER_SIZE.height / height);
    if (width * scale * height * scale > MAX_PICTURE_PIXELS) return { kind: "invalid" };
    const picture = sharp(upload, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: "error", sequentialRead: true });
    return await store(picture.autoOrient().toColourspace("srgb"));
  } catch {
    // sharp throws for anything it cannot decode. That is bad input, not a bug.
    return { kind: "invalid" };
  }
}

async function storeBanner(picture: Sharp): Promise<PictureAnswer> {
  const { width, height } = BANNER_SIZE;
  const cut = picture.resize(width, height, { fit: "cover", position: "attention" });
  const { data, info } = await cut.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const banner = sharp(data, { raw });
  // Encodes one after the other: both at once would take twice the memory.
  const png = await banner.clone().png(PHOTO_PNG).toBuffer();
  return { kind: "banner", banner: { png, webp: await banner.clone().webp(WEBP).toBuffer() } };
}

async function storePhoto(picture: Sharp): Promise<PictureAnswer> {
  const size = { width: PHOTO_SIDE, height: PHOTO_SIDE, fit: "inside", withoutEnlargement: true } as const;
  return { kind: "photo", webp: await picture.resize(size).webp(WEBP).toBuffer() };
}

/** The squares of a row, and the rows, of which `looksOf` compares each with its neighbour: 256 bits. */
const LOOKS = 16;

async function storeProof(picture: Sharp): Promise<PictureAnswer> {
  const size = { width: PHOTO_SIDE, height: PHOTO_SIDE, fit: "inside", withoutEnlargement: true } as const;
  const webp = await picture.flatten({ background: "#ffffff" }).resize(size).webp(WEBP).toBuffer();
  return { kind: "proof", proof: { webp, looks: await looksOf(webp) } };
}

/** Of 256 shades: what differs less, such as white paper, is the same. Encoding anew would change it. */
const SAME_SHADE = 8;

/** Whether each square of a picture is darker than the one right of it: nearly the same after scaling and encoding. */
async function looksOf(webp: Uint8Array): Promise<string> {
  const small = sharp(webp)
    .greyscale()
    .resize(LOOKS + 1, LOOKS, { fit: "fill" });
  const grey = await small.extractChannel(0).raw().toBuffer();
  const squares = Array.from({ length: LOOKS * LOOKS }, (_, place) => place + Math.floor(place / LOOKS));
  return squares.map((at) => ((grey[at] ?? 0) + SAME_SHADE < (grey[at + 1] ?? 0) ? "1" : "0")).join("");
}

/** Enough pixels to count colours in. */
const COUNTED = 64;

async function storeShop(shape: Shape, picture: Sharp): Promise<PictureAnswer> {
  const { widths, ratio } = SHOP_PICTURES[shape];
  const widest = Math.max(...widths);
  const white = { fit: "contain", background: "#ffffff" } as const;
  const fit = shape === "logo" ? white : ({ fit: "cover", position: "attention" } as const);
  // A logo's ink is often black, on nothing: it needs its white in the dark too.
  const whole = picture.flatten({ background: "#ffffff" }).resize(widest, Math.round(widest / ratio), fit);
  const { data, info } = await whole.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const sizes: { width: number; webp: Uint8Array }[] = [];
  for (const width of widths)
    sizes.push({ width, webp: await sharp(data, { raw }).resize(width).webp(WEBP).toBuffer() });
  const digest = createHash("sha256");
  for (const { webp } of sizes) digest.update(webp);
  const counted = () => sharp(data, { raw }).resize(COUNTED).raw().toBuffer();
  const accent = shape === "logo" ? accentOf(await counted()) : "";
  return { kind: "shop", picture: { mark: digest.digest("base64url").slice(0, MARK_LENGTH), sizes, accent } };
}

const STORES = {
  encode: storeBanner,
  photo: storePhoto,
  proof: storeProof,
  logo: (picture: Sharp) => storeShop("logo", picture),
  prize: (picture: Sharp) => storeShop("prize", picture),
};
