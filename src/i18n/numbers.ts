import { cached, LOCALES } from "./cached-formats.ts";
import type { Language } from "./languages.ts";

/** Below it, all our languages write a count alike. */
const FIRST_GROUPED = 1000;

/** A number of things: 1,234, or 1.234 in German. For most of them a phone is spared the making of a format. */
export function formatCount(count: number, language: Language): string {
  if (Number.isInteger(count) && count >= 0 && count < FIRST_GROUPED) return String(count);
  return cached(`count ${language}`, () => new Intl.NumberFormat(LOCALES[language])).format(count);
}

const WAITS = ["second", "minute", "hour"] as const;

/** Up to so many of a unit are said in it: 90 seconds, then 2 minutes. */
const MOST_OF_A_UNIT = 90;

/** How long to wait: 1 second, 30 minutes, 24 Stunden. It is rounded up, so that nobody comes too early. */
export function formatWait(seconds: number, language: Language): string {
  let amount = seconds;
  let place = 0;
  for (; amount > MOST_OF_A_UNIT && place < WAITS.length - 1; place++) amount /= 60;
  const format = { style: "unit", unit: WAITS[place], unitDisplay: "long" } as const;
  return new Intl.NumberFormat(language, format).format(Math.ceil(amount));
}

/** An amount with its currency's label: PHP 1,500.00, 1.500,00 PHP. */
export function formatWorth(amount: number, language: Language, currency: string): string {
  const format = { style: "currency", currency, currencyDisplay: "code" } as const;
  const key = `worth ${language} ${currency}`;
  return cached(key, () => new Intl.NumberFormat(LOCALES[language], format)).format(amount);
}

/** A share in percent, at most 100%: 67%. If `whole` is 0, it is 0%. */
export function formatShare(part: number, whole: number, language: Language): string {
  const share = whole === 0 ? 0 : Math.min(1, part / whole);
  return new Intl.NumberFormat(LOCALES[language], { style: "percent" }).format(share);
}
