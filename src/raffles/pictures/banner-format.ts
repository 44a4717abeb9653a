/** In pixels: the size recommended for Open Graph, so one picture serves pages and link previews. */
export const BANNER_SIZE = { width: 1200, height: 630 } as const;

/** The same for screens some 720 pixels across, as WebP alone: two thirds of the bytes. */
export const SMALL_BANNER_SIZE = { width: 800, height: 420 } as const;

/** In pixels: 4:5, the tallest that the feeds of Facebook and Instagram show whole. */
export const SOCIAL_SIZE = { width: 1080, height: 1350 } as const;

/** Phone photos have 3–8 MB. A larger file is a mistake or an attack. */
export const MAX_BANNER_BYTES = 8 * 1024 * 1024;

/** Phones take 12 megapixels, good ones 24. Decoding needs about four bytes per pixel. */
export const MAX_PICTURE_PIXELS = 25_000_000;

/** The longer side of a photo as it is stored: a screen's width, at which a document's small print is legible. */
export const PHOTO_SIDE = 1600;

/** A banner as it is stored: the same picture for `.png` (link previews) and, far smaller, `.webp` (pages). */
export type Banner = { readonly png: Uint8Array; readonly webp: Uint8Array };

export type BannerFormat = keyof Banner;

/** A banner's file as it is asked for. */
export type BannerFile = { readonly codeId: string; readonly format: BannerFormat; readonly isSmall: boolean };
