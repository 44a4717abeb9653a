import type { Language } from "./languages.ts";
import de from "./plans/plans.de.json" with { type: "json" };
import en from "./plans/plans.en.json" with { type: "json" };
import fil from "./plans/plans.fil.json" with { type: "json" };

/** A plan that an organiser can book: name, monthly price in the site's currency (0 is free), what it includes. */
export type Plan = {
  readonly name: string;
  readonly price: number;
  readonly desc: string;
  readonly features: readonly string[];
  readonly isMostPop: boolean;
};

/** The plans of the pricing page, a file for each language: src/i18n/plans. */
export const plans: Record<Language, readonly Plan[]> = { de, en, fil };
