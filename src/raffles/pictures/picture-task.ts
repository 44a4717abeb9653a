import type { Hung } from "./banderitas.ts";
import type { Banner, BannerFormat } from "./banner-format.ts";
import type { Shape, ShopPicture } from "./shop-picture.ts";

/** A shop's logo as a disc in a drawing, in pixels. */
export type PlacedLogo = {
  readonly webp: Uint8Array;
  readonly left: number;
  readonly top: number;
  readonly side: number;
};

/** A task for the picture process: an upload cropped to a banner, one as it is, a banner or our own SVG to be drawn. */
export type PictureTask =
  | { readonly kind: "encode"; readonly upload: Uint8Array }
  | { readonly kind: "photo"; readonly upload: Uint8Array }
  /** A shop's picture, in all its widths. */
  | { readonly kind: Shape; readonly upload: Uint8Array }
  | { readonly kind: "draw"; readonly hung: Hung; readonly format: BannerFormat }
  /** An SVG document of the site's own, as PNG. */
  | { readonly kind: "card"; readonly svg: string; readonly logo: PlacedLogo | null };

/** Its answer: the banner in all formats or in the requested one, or why an upload is refused. */
export type PictureAnswer =
  | { readonly kind: "banner"; readonly banner: Partial<Banner> }
  | { readonly kind: "photo"; readonly webp: Uint8Array }
  | { readonly kind: "shop"; readonly picture: ShopPicture }
  | { readonly kind: "invalid" }
  | { readonly kind: "too-many-pixels" }
  /** Timed out: a hostile picture, or busy processors. */
  | { readonly kind: "too-slow" };

/** The process's exit code when a picture exceeds the memory limit. That is bad input, not a bug. */
export const TOO_COSTLY = 3;
