/** Browsers count a reload in milliseconds of 32 bits. Nobody keeps a page open for longer than a day. */
const LONGEST_SECONDS = 86_400;

/** The site looks for due draws every two seconds, and most are drawn in less than eight. */
const DRAWING_SECONDS = 10;

/**
 * How long a page waits for a draw before it loads itself anew.
 *
 * @param roundAt when the randomness is public
 * @returns seconds; null where that is too far away, or past and nothing came: then a reload would only disturb
 */
export function secondsUntilDrawn(roundAt: Date, now: Date): number | null {
  const seconds = Math.ceil((roundAt.getTime() - now.getTime()) / 1000) + DRAWING_SECONDS;
  return seconds > 0 && seconds <= LONGEST_SECONDS ? seconds : null;
}
