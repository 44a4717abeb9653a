import type { Language } from "#src/i18n/languages.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { fieldName, IMPORT_FIELDS } from "../mapping.ts";
import { csvOf } from "./csv-lines.ts";

/** An empty list for a raffle's slips, with headings in the organiser's language that the import understands. */
export function importTemplate({ sources, rules }: PublicRaffle, language: Language): string {
  const say = (key: TextKey, params = {}) => translate(language, { key, params });
  const fields = IMPORT_FIELDS.filter((field) => field !== "fullName").map((field) => {
    const name = translate(language, fieldName(field));
    return field === "source" ? `${name} (${sources.join(", ")})` : name;
  });
  const ticks = rules.map(
    ({ number }) => `${translate(language, fieldName(`rules.${number}`))} (${say("desk:import.yesNo")})`,
  );
  return csvOf([[...fields, ...ticks]], language);
}
