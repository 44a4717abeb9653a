/** Shorter ones are no numbers of a phone, or lack their prefix. */
const MIN_DIGITS = 8;

/** The digits of a phone's key, and empty for what is too short to be compared. */
export function alikePhone(phoneKey: string | null): string {
  const digits = (phoneKey ?? "").replace(/\D/g, "");
  return digits.length < MIN_DIGITS ? "" : digits;
}

/**
 * The start and the end of a number. Numbers of which one digit is changed, or two neighbours are swapped, share one of
 * both: the parts lie so far from each other that no slip touches both.
 */
export function partsOfPhone(digits: string): { readonly head: string; readonly tail: string } {
  return { head: digits.slice(0, -5), tail: digits.slice(-4) };
}

/** Whether one digit is changed, or two neighbours are swapped. */
export function isOneSlip(one: string, other: string): boolean {
  if (one.length !== other.length || one === "" || one === other) return false;
  let from = 0;
  while (one[from] === other[from]) from++;
  let until = one.length - 1;
  while (one[until] === other[until]) until--;
  const isSwapped = until === from + 1 && one[from] === other[until] && one[until] === other[from];
  return from === until || isSwapped;
}
