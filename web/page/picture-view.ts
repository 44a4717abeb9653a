import { SHOP_PICTURES, type Shape } from "#src/raffles/pictures/shop-picture.ts";

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
