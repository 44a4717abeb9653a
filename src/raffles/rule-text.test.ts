import { expect, test } from "vitest";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import { ruleText } from "./rule-text.ts";
import type { RuleEffect } from "./rules.ts";

const NEEDS: readonly RuleEffect["need"][] = ["required", "one", "optional"];

test("a closed raffle asks nobody to do its rules, in any language", () => {
  for (const language of LANGUAGES) {
    const lead = (need: RuleEffect["need"], open: boolean) =>
      ruleText({ need, drops: false }, { count: 2, open }, (key, params = { count: 2 }) =>
        translate(language, { key, params }),
      ).lead;
    for (const need of NEEDS) expect([language, lead(need, false)]).not.toEqual([language, lead(need, true)]);
    if (language !== "en") continue;
    expect(NEEDS.map((need) => lead(need, false))).toEqual([
      "To be in the draw, all of these had to be done.",
      "To be in the draw, at least one of these had to be done.",
      "The draw required none of these.",
    ]);
  }
});
