import type { Language } from "#src/i18n/languages.ts";
import { BANNER_SIZE, type BannerFormat, SMALL_BANNER_SIZE } from "#src/raffles/pictures/banner-format.ts";
import { SHOP_PICTURES, type Shape } from "#src/raffles/pictures/shop-picture.ts";
import type { RaffleSummary } from "#src/raffles/schema.ts";

/** A raffle's banner. An edit gives it another address: name, colour and picture are seen at once. */
export function bannerAddress(
  { codeId, version }: Pick<RaffleSummary, "codeId" | "version">,
  format: BannerFormat,
): string {
  return `/banner/${codeId}.${format}?v=${version}`;
}

/** A raffle's banner in both widths, of which a browser takes the one that the screen needs. */
export function bannerWidths({ codeId, version }: Pick<RaffleSummary, "codeId" | "version">): string {
  const small = `/banner/${codeId}-${SMALL_BANNER_SIZE.width}.webp?v=${version}`;
  return `${small} ${SMALL_BANNER_SIZE.width}w, ${bannerAddress({ codeId, version }, "webp")} ${BANNER_SIZE.width}w`;
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
