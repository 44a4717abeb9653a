import { accentOf } from "#src/raffles/pictures/accent.ts";

/** Reads a chosen picture as an address that an image can show: our policy allows no other for what is not stored. */
export function readPicture(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener("load", () => resolve(String(reader.result)));
  reader.addEventListener("error", reject);
  reader.readAsDataURL(file);
  return promise;
}

/** Enough pixels to count colours in, as on the server (picture-work.ts). */
const SIDE = 64;

/** The colour that a raffle takes from a logo; none of a file that is no picture, or has no colour. */
export async function accentOfPicture(address: string): Promise<string | undefined> {
  const image = new Image();
  image.src = address;
  const canvas = new OffscreenCanvas(SIDE, SIDE).getContext("2d");
  if (
    !canvas ||
    !(await image.decode().then(
      () => true,
      () => false,
    ))
  )
    return undefined;
  canvas.fillStyle = "#fff";
  canvas.fillRect(0, 0, SIDE, SIDE);
  canvas.drawImage(image, 0, 0, SIDE, SIDE);
  const pixels = canvas.getImageData(0, 0, SIDE, SIDE).data.filter((_, at) => at % 4 < 3);
  return accentOf(new Uint8Array(pixels)) || undefined;
}
