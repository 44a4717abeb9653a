const ADDRESS = /\/stamp\/[^/]+\/(\d{1,3})\/([^/?#]+)/;

/** The address that the QR code of a station holds, but for the code that changes. */
export function stampLink(origin: string, raffleCode: string, station: number): string {
  return `${origin}/stamp/${raffleCode}/${station}/`;
}

/** The station and the code of such an address, or null. */
export function readStampLink(text: string): { readonly station: number; readonly code: string } | null {
  const [, station, code] = ADDRESS.exec(text) ?? [];
  return station && code ? { station: Number(station), code } : null;
}
