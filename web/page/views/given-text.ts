import type { Given } from "#src/earning/redeem-typed.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";

/** What a code gave, or a stamp, in a sentence of the server, so that no script grows. */
export function givenText({ drops, stamp }: Given, language: Language): string {
  const stamped = stamp
    ? translate(language, {
        key: stamp.isNew ? "entries:dropCode.stampNew" : "entries:dropCode.stampHad",
        params: { station: stamp.station },
      })
    : "";
  // A stamp that fills no card yet has no drops.
  const counted = drops > 0 || !stamp;
  const gave = counted ? translate(language, { key: "entries:dropCode.counted", params: { count: drops } }) : "";
  return [stamped, gave].filter((text) => text !== "").join(" ");
}
