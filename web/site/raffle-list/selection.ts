import { RAFFLE_FIELDS } from "#src/raffles/fields.ts";
import { SHOWN_STATES } from "#src/raffles/limits.ts";
import type { RaffleSelection } from "#src/raffles/read.ts";

/** Longer than any name, there is nothing to find. */
export const FRAGMENT_LENGTH = RAFFLE_FIELDS.name.maxLength;

/** What a visitor looks for, from the page's address. What makes no sense there is as if it were not there. */
export function readSelection(parameters: URLSearchParams): RaffleSelection {
  const fragment = (parameters.get("q") ?? "").trim().replaceAll("\0", "").slice(0, FRAGMENT_LENGTH);
  return { fragment, state: SHOWN_STATES.find((state) => state === parameters.get("show")) ?? "all" };
}

/** The same for the addresses of the list's other pages. */
export function selectionQuery({ fragment, state }: RaffleSelection): Record<string, string> {
  return { ...(fragment !== "" && { q: fragment }), ...(state !== "all" && { show: state }) };
}
