import type { Language } from "#src/i18n/languages.ts";
import type { BannerFormat } from "#src/raffles/pictures/banner-format.ts";
import { SHOP_PICTURES, type Shape } from "#src/raffles/pictures/shop-picture.ts";
import type { RaffleSummary } from "#src/raffles/schema.ts";

/** A raffle's banner. An edit gives it another address: name, colour and picture are seen at once. */
export function bannerAddress(
  { codeId, version }: Pick<RaffleSummary, "codeId" | "version">,
  format: BannerFormat,
): string {
  return `/banner/${codeId}.${format}?v=${version}`;
}

/** The picture of a link to a raffle, with its words in a language. An edit gives it another address, as a banner's. */
export function shareCardAddress(
  { codeId, version }: Pick<RaffleSummary, "codeId" | "version">,
  language: Language,
): string {
  return `/share-card/${codeId}.png?lang=${language}&v=${version}`;
}

/** A stored picture as attributes of an image, which takes the width that the screen needs. */
export function pictureView(shape: Shape, codeId: string, mark: string) {
  const { widths, ratio } = SHOP_PICTURES[shape];
  const address = (width: number) => `/picture/${codeId}/${mark}-${width}.webp`;
  const [, usual] = widths;
  return {
    src: address(usual),
    srcSet: widths.map((width) => `${address(width)} ${width}w`).join(", "),
    width: usual,
    height: Math.round(usual / ratio),
  };
}
