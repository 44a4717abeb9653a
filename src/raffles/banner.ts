import sharp, { type PngOptions, type Sharp } from "sharp";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { banderitasSvg } from "./banderitas.ts";

/** Open Graph's recommended picture, so that one file serves pages and link previews. */
export const BANNER_SIZE = { width: 1200, height: 630 } as const;

/** Photos of phones are 3–8 MB; more is a mistake or an attack. */
export const MAX_BANNER_BYTES = 8 * 1024 * 1024;

// A 48-megapixel phone photo decodes; a "decompression bomb" does not.
const MAX_BANNER_PIXELS = 50_000_000;
const ACCEPTED_FORMATS: ReadonlySet<string> = new Set(["jpeg", "png", "webp", "heif", "gif"]);

// A photo as a full-colour PNG is larger than a link preview may be; flat colours are small as they are, and drawing a
// banner happens far more often than uploading one.
const PHOTO_PNG: PngOptions = { palette: true, quality: 85, compressionLevel: 9 };
const DRAWN_PNG: PngOptions = { compressionLevel: 6 };

/** A banner as it is stored: the same picture for `.png` (link previews) and, far smaller, `.webp` (pages). */
export type Banner = { readonly png: Buffer; readonly webp: Buffer };

/**
 * Re-encodes an uploaded picture, cut to the banner's shape: no metadata (such as where a photo was taken) and no
 * file that is a picture and something else at once survives.
 */
export async function encodeBanner(
  upload: Uint8Array,
): Promise<Outcome<Banner, Refusal<"banner-invalid" | "banner-too-large">>> {
  if (upload.byteLength > MAX_BANNER_BYTES) {
    const max = MAX_BANNER_BYTES / 1024 / 1024;
    return refuse({ reason: "banner-too-large", fields: { banner: [{ key: "bannerTooLarge", params: { max } }] } });
  }
  const invalid = refuse({ reason: "banner-invalid", fields: { banner: [{ key: "bannerInvalid" }] } });
  try {
    const picture = sharp(upload, { limitInputPixels: MAX_BANNER_PIXELS, failOn: "error" });
    const { format } = await picture.metadata();
    // SVG is left out on purpose: it can name other files and is a program as much as a picture.
    if (!format || !ACCEPTED_FORMATS.has(format)) return invalid;
    const { width, height } = BANNER_SIZE;
    return accept(
      await encode(picture.rotate().resize(width, height, { fit: "cover", position: "attention" }), PHOTO_PNG),
    );
  } catch {
    // sharp throws for whatever it cannot decode: to us that is bad input, not a bug.
    return invalid;
  }
}

/** The banner of a raffle that has no picture of its own: banderitas drawn from its code. */
export function drawBanner(codeId: string): Promise<Banner> {
  return encode(sharp(Buffer.from(banderitasSvg(codeId, BANNER_SIZE))), DRAWN_PNG);
}

/** A stored banner by raffle code, or null; `changedAt` makes its ETag. */
export async function readBanner(
  reader: Reader,
  codeId: string,
  format: keyof Banner,
): Promise<{ bytes: Buffer; changedAt: Date } | null> {
  const row = await reader
    .selectFrom("raffleBanners")
    .innerJoin("raffles", "raffles.id", "raffleBanners.raffleId")
    .select([`raffleBanners.${format} as bytes`, "raffleBanners.updatedAt as changedAt"])
    .where("raffles.codeId", "=", codeId)
    .executeTakeFirst();
  return row ?? null;
}

async function encode(picture: Sharp, png: PngOptions): Promise<Banner> {
  const [asPng, asWebp] = await Promise.all([
    picture.clone().png(png).toBuffer(),
    picture.clone().webp({ quality: 78 }).toBuffer(),
  ]);
  return { png: asPng, webp: asWebp };
}
