import { renderSVG } from "uqr";

/** The link that a helper opens, and its QR code. */
export function linkOfHelper(origin: string, raffleCode: string, token: string) {
  const link = new URL(`/helper/${raffleCode}/${token}`, origin).href;
  return { link, qrCode: renderSVG(link, { border: 2 }) };
}
