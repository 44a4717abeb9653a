import type { Config } from "#src/config/config.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { CalendarRaffle } from "#src/raffles/calendar.ts";
import type { RaffleSummary } from "#src/raffles/schema.ts";

export function calendarRaffle(
  raffle: RaffleSummary,
  { origin }: Pick<Config, "origin">,
  language: Language,
): CalendarRaffle {
  const text = (key: TextKey) => translate(language, { key, params: { name: raffle.name } });
  const texts = { closes: text("raffles:share.closes"), draw: text("raffles:share.draw") };
  return { raffle, texts, link: `${origin}/raffle/${raffle.codeId}` };
}
