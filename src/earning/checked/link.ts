/** The address by which a shop's phone opens an entry to confirm what its entrant did. It proves nothing by itself. */
export function checkLink(origin: string, raffleCode: string, entryCode: string): string {
  return `${origin}/check-rules/${raffleCode}?entry=${entryCode}`;
}
