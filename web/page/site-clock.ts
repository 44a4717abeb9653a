/** Clocks that differ by less are taken for right: the site says its time in whole seconds. */
const TOLERANCE_MS = 2000;

/** How far the site's clock is ahead of this device's, in milliseconds; null where the site does not answer. */
export async function readClockLead(): Promise<number | null> {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  const lead = Date.parse(answer?.headers.get("date") ?? "") - Date.now();
  if (Number.isNaN(lead)) return null;
  return Math.abs(lead) > TOLERANCE_MS ? lead : 0;
}
