import decodeQR from "qr/decode.js";

/** One picture of the camera in, the text of its QR code out; null where there is none. */
addEventListener("message", ({ data: frame }: MessageEvent<ImageData>) => {
  postMessage(textOf(frame));
});

function textOf({ width, height, data }: ImageData): string | null {
  try {
    return decodeQR({ width, height, data });
  } catch {
    return null;
  }
}
