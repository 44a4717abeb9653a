import type { Language } from "./languages.ts";

/** Filipino uses English dates and numbers, as is usual in the Philippines. */
export const LOCALES: Record<Language, string> = { de: "de-DE", en: "en-US", fil: "en-US" };

/** To make one takes a hundred times as long as to use it. There are as many as languages and styles. */
const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

/** The format of this key, made when it is first asked for. */
export function cached<Format extends Intl.DateTimeFormat | Intl.NumberFormat>(
  key: string,
  make: () => Format,
): Format {
  const known = formats.get(key) as Format | undefined;
  if (known) return known;
  const made = make();
  formats.set(key, made);
  return made;
}
