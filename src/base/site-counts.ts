/** What a process counts for whoever watches the site. No name, code or address is a label. */
export type SiteCounts = {
  /** An entry's outcome, "accepted" or the reason of its refusal, and how long it took. */
  entry(outcome: string, milliseconds: number): void;
  /** A page that is the same for everybody: from memory, or made. */
  page(how: "cached" | "rendered"): void;
  /** A request that took the ordinary way. */
  request(status: number, milliseconds: number): void;
};

/** Counts nothing: for a site that nobody watches. */
export const NO_COUNTS: SiteCounts = { entry: () => undefined, page: () => undefined, request: () => undefined };
