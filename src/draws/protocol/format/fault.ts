/** What a check can find broken. Whoever shows a fault has a sentence for each of these. */
export const RULES = [
  "members",
  "value",
  "known-chain",
  "pinned-chain",
  "closes-before-draw",
  "paused-in-order",
  "one-chance-where-equal",
  "prizes-in-order",
  "prize-code-once",
  "utf-8",
  "line",
  "last-line-end",
  "canonical",
  "ticket-number",
  "out-has-no-chances",
  "out-for-rules",
  "gone-without-wishes",
  "wishes-in-order",
  "wish-of-plan",
  "seal-once",
  "somebody-in-play",
  "equal",
  "key",
  "signature",
  "beacon-signature",
  "randomness",
  "holder",
  "successor",
  "note",
  "never-earlier",
  "after-draw",
  "claim-days",
  "announced-while-holder",
  "days-to-object",
  "not-in-future",
  "own-raffle",
  "own-seal",
  "in-log",
  "own-consent",
] as const;

export type Rule = (typeof RULES)[number];

/** What is wrong, where, and what was expected and found: names and values, which read the same in every language. */
export type Fault = {
  readonly rule: Rule;
  /** A path of members (`lock.plan.prizes[2].winners`), or a line of the list (`#12`). */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
};

/** Enough of a value to know it by; what is given may be of any size. */
const SHOWN_CHARACTERS = 200;
const SHOWN_ITEMS = 20;

/** A value as a fault shows it: short, whatever it is. */
export function shown(value: unknown): string {
  if (value === undefined) return "—";
  if (typeof value === "string") return JSON.stringify(value.slice(0, SHOWN_CHARACTERS));
  if (Array.isArray(value)) {
    const items = value.slice(0, SHOWN_ITEMS).map((item) => (typeof item === "object" ? "…" : shown(item)));
    return `[${[...items, ...(value.length > SHOWN_ITEMS ? ["…"] : [])].join(", ")}]`;
  }
  return typeof value === "object" && value !== null ? `{${namesOf(value)}}` : String(value);
}

function namesOf(object: object): string {
  const names = Object.keys(object);
  return [
    ...names.slice(0, SHOWN_ITEMS).map((name) => name.slice(0, SHOWN_CHARACTERS)),
    ...(names.length > SHOWN_ITEMS ? ["…"] : []),
  ].join(", ");
}
