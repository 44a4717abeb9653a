import type { KeyUnder, TextParams } from "#src/i18n/text-keys.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { type Standing, waitsForShop } from "./rules.ts";

/** Translates a key of the catalogue `entries`. */
type Translate = (
  key:
    | `entries:standing.${KeyUnder<"entries", "standing">}`
    | `entries:was.${KeyUnder<"entries", "was">}`
    | `entries:would.${KeyUnder<"entries", "would">}`,
  params?: TextParams,
) => string;

/** What an entry is in at a time: what would be, what is, and what was. */
type Words = "entries:would" | "entries:standing" | "entries:was";

/** Where a raffle is: rules can be ticked, no longer, or its draw is over. */
export type StandingPhase = "open" | "closed" | "drawn";

type LineFacts = {
  readonly phase?: StandingPhase;
  readonly isSent?: boolean;
  readonly dateOf?: (at: Date) => string;
};

/** More names than this make no line: the rest is counted. */
const MAX_NAMED = 6;

/** Where a raffle is, for the line about an entry to it. */
export function standingPhase({ open, drawnAt }: Pick<PublicRaffle, "open" | "drawnAt">): StandingPhase {
  if (drawnAt !== null) return "drawn";
  return open ? "open" : "closed";
}

/**
 * The line of truth: whether an entry can win, and what, in one sentence. Forms, mails, pages and the desk show the
 * same.
 *
 * @param t translates keys with the namespace `entries:`
 * @param facts.phase as `standingPhase` decides it
 * @param facts.isSent whether the entry was sent; before that the line says what would be
 * @param facts.dateOf formats the day on which the organiser took the entry out
 */
export function standingText(
  standing: Standing,
  t: Translate,
  { phase = "open", isSent = true, dateOf }: LineFacts = {},
): string {
  const line = isSent ? "entries:standing" : "entries:would";
  const final = phase !== "open";
  switch (standing.state) {
    case "in":
      return inText(standing, t, phase === "drawn" ? "entries:was" : line);
    case "not-yet": {
      const count = standing.missing.length;
      const isWaiting = waitsForShop(standing);
      const named = standing.missing.filter(({ waits }) => waits || !isWaiting);
      const rules = listed(
        named.map(({ details }) => withoutStop(details)),
        t,
      );
      if (isWaiting) return t(final ? "entries:standing.unconfirmed" : `${line}.waits`, { rules });
      if (standing.oneIsEnough) return t(final ? "entries:standing.leftAny" : `${line}.notYetAny`, { rules });
      return t(final ? "entries:standing.left" : `${line}.notYet`, { count, rules });
    }
    case "won-before":
      return t("entries:standing.wonBefore");
    case "out": {
      const reason = withoutStop(standing.reason);
      const date = standing.at === null || !dateOf ? undefined : dateOf(standing.at);
      if (reason === "") {
        return date === undefined ? t("entries:standing.outMasked") : t("entries:standing.outMaskedOn", { date });
      }
      return date === undefined ? t("entries:standing.out", { reason }) : t("entries:standing.outOn", { reason, date });
    }
  }
}

const OF_ALL = { chosen: "inAll", unchosen: "inAllUnchosen" } as const;
const OF_BOTH = { chosen: "inBoth", unchosen: "inBothUnchosen" } as const;

function inText(
  { prizes, all, because, chances }: Extract<Standing, { state: "in" }>,
  t: Translate,
  key: Words,
): string {
  const count = prizes.length;
  const names = listed(
    prizes.map(({ name }) => name),
    t,
  );
  const ofAll = count === 2 ? OF_BOTH : OF_ALL;
  const line =
    count === 0
      ? t(`${key}.inNone`)
      : count > 1 && all
        ? t(`${key}.${because === "none-chosen" ? ofAll.unchosen : ofAll.chosen}`, { count })
        : t(`${key}.in`, { count, prizes: names });
  return chances > 1 ? t("entries:standing.withChances", { line, count: chances }) : line;
}

/** Names between commas, or between semicolons where one of them has a comma of its own. */
function listed(names: readonly string[], t: Translate): string {
  const between = names.some((name) => name.includes(",")) ? "; " : ", ";
  const shown = names.slice(0, MAX_NAMED).join(between);
  const more = names.length - MAX_NAMED;
  return more > 0 ? t("entries:standing.more", { names: shown, count: more }) : shown;
}

/** A rule or a reason often ends with a full stop, which would stand inside the sentence. */
export function withoutStop(text: string): string {
  return text.replace(/\.$/, "");
}
