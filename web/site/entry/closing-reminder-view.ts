import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";

/** The reminder with its texts, so that the page's script need not carry them. */
export type ClosingReminderView = ReturnType<typeof closingReminderView>;

/** The state of an entry's reminder, and what its button does. */
export function closingReminderView({ on }: { readonly on: boolean }, language: Language) {
  const say = (key: KeyUnder<"mails", "closing.page">) => translate(language, { key: `mails:closing.page.${key}` });
  return {
    state: say(on ? "on" : "off"),
    label: say(on ? "stop" : "ask"),
    intent: on ? "remind:off" : "remind:on",
  };
}
