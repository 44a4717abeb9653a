/**
 * Exit codes of `tambiolo verify` and `tambiolo audit`, by which scripts distinguish verdicts; docs/draw-protocol.md
 * guarantees them.
 */
export const EXIT = { proven: 0, wrong: 1, unreadable: 2, notProven: 3, notDrawn: 4 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Prints why nothing could be verified, which is no verdict, and returns the exit code. */
export function unreadable(line: string): ExitCode {
  console.error(`tambiolo: ${line}`);
  return EXIT.unreadable;
}
