import sharp from "sharp";

/** A picture of a receipt, other ones with another width. */
export async function receipt(width: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><rect width="600" height="900" fill="#fff"/><rect x="80" y="90" width="${width}" height="60"/></svg>`;
  return { name: "receipt.png", mimeType: "image/png", buffer: await sharp(Buffer.from(svg)).png().toBuffer() };
}
