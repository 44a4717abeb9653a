import type { Banner, BannerFormat } from "./banner-format.ts";
import type { Shape, ShopPicture } from "./shop-picture.ts";

/** A stored picture in its place on a drawing, in pixels. */
export type PlacedPicture = {
  /** Another one with other bytes. */
  readonly mark: string;
  readonly bytes: Uint8Array;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** A logo is a disc with a white rim. Other pictures are cut to their place. */
  readonly round: boolean;
};

/** An SVG document of the site's own, and the pictures over it. librsvg draws no WebP, so they come beside it. */
export type Drawing = { readonly svg: string; readonly pictures: readonly PlacedPicture[] };

/** A photo as WebP, and what it looks like: 256 bits, as "0" and "1". Pictures that differ in few look alike. */
export type ProofPicture = { readonly webp: Uint8Array; readonly looks: string };

/** A task for the picture process: an upload cropped to a banner, one as it is, or a drawing of our own. */
export type PictureTask =
  | { readonly kind: "encode"; readonly upload: Uint8Array }
  | { readonly kind: "photo"; readonly upload: Uint8Array }
  /** A photo, and what it looks like. */
  | { readonly kind: "proof"; readonly upload: Uint8Array }
  /** A shop's picture, in all its widths. */
  | { readonly kind: Shape; readonly upload: Uint8Array }
  | { readonly kind: "draw"; readonly drawing: Drawing; readonly format: BannerFormat };

/** Its answer: the banner in all formats or in the requested one, or why an upload is refused. */
export type PictureAnswer =
  | { readonly kind: "banner"; readonly banner: Partial<Banner> }
  | { readonly kind: "photo"; readonly webp: Uint8Array }
  | { readonly kind: "proof"; readonly proof: ProofPicture }
  | { readonly kind: "shop"; readonly picture: ShopPicture }
  | { readonly kind: "invalid" }
  | { readonly kind: "too-many-pixels" }
  /** Timed out: a hostile picture, or busy processors. */
  | { readonly kind: "too-slow" };

/** The process's exit code when a picture exceeds the memory limit. That is bad input, not a bug. */
export const TOO_COSTLY = 3;
