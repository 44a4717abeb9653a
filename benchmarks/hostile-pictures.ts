import sharp from "sharp";

export type Picture = { readonly name: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** Side of a noise tile, in pixels. The picture repeats it, which takes a second to generate instead of a minute. */
const TILE = 500;

/** Pictures that are cheap to send and expensive to decode. */
export async function hostilePictures(): Promise<readonly Picture[]> {
  const flat = sharp({ create: { width: 7000, height: 7000, channels: 3, background: "#c4193b" } });
  const noise = await sharp({
    create: {
      width: TILE,
      height: TILE,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const large = sharp({ create: { width: 6000, height: 4000, channels: 3, background: "#808080" } }).composite([
    { input: noise, tile: true },
  ]);
  const pictures = [
    { name: "AVIF of 49 megapixels", type: "image/avif", made: flat.clone().avif({ effort: 0 }) },
    { name: "WebP of 49 megapixels", type: "image/webp", made: flat.clone().webp({ lossless: true, effort: 0 }) },
    { name: "PNG of 49 megapixels", type: "image/png", made: flat.clone().png() },
    {
      name: "progressive JPEG of 24 megapixels",
      type: "image/jpeg",
      made: large.jpeg({ quality: 30, progressive: true }),
    },
  ];
  const ready: Picture[] = [];
  for (const { name, type, made } of pictures)
    ready.push({ name, type, bytes: Uint8Array.from(await made.toBuffer()) });
  return ready;
}
