import { type Standing, waitsForShop } from "#src/entries/standing/rules.ts";
import { standingLine } from "#src/entries/standing/standing-line.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { TextKey, TextParams } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { prizeNamesOf } from "#src/raffles/rules.ts";
import type { TicketView } from "./read.ts";
import type { TicketState, TicketStep } from "./rules.ts";
import { formatNear } from "./when.ts";

/** What people read of their ticket: a few words, the sentence that is so, and what comes next. */
export type TicketWords = { readonly mark: string; readonly line: string; readonly next: string };

const MARKS = {
  in: "pages:tickets.mark.in",
  "not-in": "pages:tickets.mark.notIn",
  out: "pages:tickets.mark.out",
  closed: "pages:tickets.mark.closed",
  locked: "pages:tickets.mark.locked",
  announcing: "pages:tickets.mark.announcing",
  over: "pages:tickets.mark.over",
  won: "pages:tickets.mark.won",
  lost: "pages:tickets.mark.lost",
  "not-won": "pages:tickets.mark.notWon",
} as const satisfies Record<Exclude<TicketState, "not-yet">, TextKey>;

const STEPS = {
  open: "pages:tickets.next.open",
  lock: "pages:tickets.next.lock",
  locking: "pages:tickets.next.locking",
  draw: "pages:tickets.next.draw",
  beacon: "pages:tickets.next.beacon",
  announcing: "pages:tickets.next.announcing",
  claim: "pages:tickets.next.claim",
  drawn: "pages:tickets.next.drawn",
} as const satisfies Record<Exclude<TicketStep["step"], "over">, TextKey>;

type WordsFor = { readonly language: Language; readonly timeZone: string; readonly now: Date };

/** What became of an entry, in words. */
export function ticketWords({ raffle, standing, held, state, next }: TicketView, to: WordsFor): TicketWords {
  const say = (key: TextKey, params: TextParams = {}) => translate(to.language, { key, params });
  const names = prizeNamesOf(raffle.prizes);
  const listed = (codes: readonly string[]) => codes.map((code) => names.get(code) ?? code).join(", ");
  const lines = {
    won: () => say("entries:ticket.won", { prizes: listed(held.won) }),
    lost: () => say("pages:tickets.lost", { prizes: listed(held.lost) }),
    "not-won": () => say("entries:ticket.notDrawn"),
  };
  const line = state in lines ? lines[state as keyof typeof lines]() : standingLine(standing, raffle, to);
  const when = "at" in next ? formatNear(next.at, to.now, to.language, to.timeZone) : "";
  return {
    mark: state === "not-yet" ? notYet(standing, say) : say(MARKS[state]),
    line,
    next: next.step === "over" ? "" : say(STEPS[next.step], { when }),
  };
}

function notYet(standing: Standing, say: (key: TextKey, params?: TextParams) => string): string {
  if (waitsForShop(standing)) return say("pages:tickets.mark.waits");
  const isOne = standing.state !== "not-yet" || standing.oneIsEnough;
  return say("pages:tickets.mark.notYet", { count: isOne ? 1 : standing.missing.length });
}
