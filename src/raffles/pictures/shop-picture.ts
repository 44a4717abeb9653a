/** What a picture of a shop is of. A prize's is cut to 3:2; a logo is whole, on white. */
export type Shape = "logo" | "prize";

/** In pixels. A phone shows a prize 360 wide and a large screen 540, each with up to two or three dots a pixel. */
export const SHOP_PICTURES = {
  logo: { widths: [96, 256], ratio: 1 },
  prize: { widths: [360, 720, 1080], ratio: 3 / 2 },
} as const;

/** Characters of a picture's mark: 66 bits of a hash, which nobody meets twice by accident. */
export const MARK_LENGTH = 11;

/** A picture as it is stored. */
export type ShopPicture = {
  /** The beginning of a hash of its bytes, by which it is addressed. */
  readonly mark: string;
  readonly sizes: readonly { readonly width: number; readonly webp: Uint8Array }[];
  /** A logo's colour; empty if it has none. */
  readonly accent: string;
};

/** The most prizes of a raffle with a picture of their own: they take some 150 KB each. */
export const MAX_PRIZE_PICTURES = 24;

/** The most pictures that one request brings: each takes up to a second, while others wait. */
export const MAX_PICTURES_SENT = 8;
