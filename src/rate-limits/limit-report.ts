/** Counts for one minute, by action: puzzles and waits by cause, solved puzzles and failures. */
export type LimitReport = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Counts one more `what` for an action. Both are our own names and contain no personal data. */
export type NoteLimit = (action: string, what: string) => void;

const REPORT_AFTER_MS = 60_000;

/**
 * Sums up limit events, so an attack shows as one log line a minute. A quiet site logs none.
 *
 * @param onReport called one minute after the first event, with all counts since then
 */
export function createLimitReporter(onReport: (report: LimitReport) => void): NoteLimit {
  let report: Record<string, Record<string, number>> | null = null;
  return (action, what) => {
    if (!report) {
      const begun: Record<string, Record<string, number>> = {};
      report = begun;
      // A stopping process does not wait for this timer.
      setTimeout(() => {
        report = null;
        onReport(begun);
      }, REPORT_AFTER_MS).unref();
    }
    const counts = report[action];
    report[action] = { ...counts, [what]: (counts?.[what] ?? 0) + 1 };
  };
}
