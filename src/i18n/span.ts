import { MINUTE_MS } from "#src/base/clock.ts";
import { cached, LOCALES } from "./cached-formats.ts";
import type { Language } from "./languages.ts";

const UNITS = [
  ["day", 1_440],
  ["hour", 60],
  ["minute", 1],
] as const;

/** A span of milliseconds in its two largest units, rounded down to minutes: 1 hr 12 min, 2 days 5 hr, 0 min. */
export function formatSpan(span: number, language: Language): string {
  const minutes = Math.floor(span / MINUTE_MS);
  const parts = UNITS.map(([unit, size], at) => {
    const above = UNITS[at - 1]?.[1];
    const count = Math.floor((above ? minutes % above : minutes) / size);
    return { count, text: formatUnit(count, unit, language) };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return shown.map(({ text }) => text).join(" ");
}

function formatUnit(count: number, unit: (typeof UNITS)[number][0], language: Language): string {
  const style = { style: "unit", unit, unitDisplay: "short" } as const;
  const locale = language === "fil" ? "fil" : LOCALES[language];
  return cached(`span ${unit} ${language}`, () => new Intl.NumberFormat(locale, style)).format(count);
}
