import type { Language } from "#src/i18n/languages.ts";
import type { TextKey, TextParams } from "#src/i18n/text-keys.ts";
import { formatDate } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { Standing } from "./rules.ts";
import { standingPhase, standingText } from "./standing-text.ts";

/** Who reads the line: the person whose entry it is, or the shop's staff, who read about somebody else. */
export type StandingReader = "entrant" | "staff";

/** What staff read in place of words that speak to the entrant. Here, so that the entry form's script does not grow. */
const STAFF_WORDS: Readonly<Partial<Record<string, TextKey>>> = {
  "entries:standing.inAllUnchosen": "entries:standing.inAllNoneChosen",
  "entries:was.inAllUnchosen": "entries:was.inAllNoneChosen",
  "entries:standing.inBothUnchosen": "entries:standing.inBothNoneChosen",
  "entries:was.inBothUnchosen": "entries:was.inBothNoneChosen",
  "entries:standing.outMasked": "entries:standing.outUnexplained",
  "entries:standing.outMaskedOn": "entries:standing.outUnexplainedOn",
};

type LineWords = [
  raffle: Pick<PublicRaffle, "open" | "drawnAt">,
  words: { readonly language: Language; readonly timeZone: string; readonly reader?: StandingReader },
];

/**
 * The line of truth in a language, for pages, mails and the API. The browser makes it with its own part of the
 * catalogue.
 *
 * @param raffle whether rules can still be ticked, and whether its draw is over
 * @param words.reader who reads it; the entrant unless said otherwise
 */
export function standingLine(
  standing: Standing,
  ...[raffle, { language, timeZone, reader = "entrant" }]: LineWords
): string {
  const t = (key: TextKey, params: TextParams = {}) =>
    translate(language, { key: (reader === "staff" && STAFF_WORDS[key]) || key, params });
  return standingText(standing, t, {
    phase: standingPhase(raffle),
    dateOf: (at) => formatDate(at, language, timeZone),
  });
}

/** What a screen shows of a standing: its state, which decides the look, and its line. */
export type StandingView = { readonly state: Standing["state"]; readonly text: string };

/** A standing as a screen shows it. */
export function standingView(standing: Standing, ...words: LineWords): StandingView {
  return { state: standing.state, text: standingLine(standing, ...words) };
}
