/** The address that the QR code of a code holds. */
export function dropCodeLink(origin: string, raffleCode: string, code: string): string {
  return `${origin}/code/${raffleCode}/${code}`;
}
