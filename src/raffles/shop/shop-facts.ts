import { harmlessText } from "#src/base/harmless-text.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "../schema.ts";

/** A shop in one line: "Nanay Luz Bakery, Jaro". Empty if its raffle says neither name nor place. */
export function shopTitle({ shopName, shopPlace }: Pick<PublicRaffle, "shopName" | "shopPlace">): string {
  return [shopName, shopPlace].filter((text) => text !== "").join(", ");
}

/** Whether a mail shows a shop's contact. One that mail programs would link stands on the raffle's page alone. */
export function isContactMailed({ shopContact }: Pick<PublicRaffle, "shopContact">): boolean {
  const line = shopContact.replaceAll(/\s+/g, " ").trim();
  return line !== "" && harmlessText(line) === line;
}

/**
 * Who runs a raffle and how to reach them, for mails. Strangers type it, so that mail programs find no link in it.
 *
 * @returns the facts that the shop gave, or none
 */
export function shopFacts(
  raffle: PublicRaffle,
  language: Language,
): { readonly name: string; readonly value: string }[] {
  const fact = (key: "by" | "contact", value: string) => ({
    name: translate(language, { key: `mails:shop.${key}` }),
    value: harmlessText(value),
  });
  return [fact("by", shopTitle(raffle)), fact("contact", isContactMailed(raffle) ? raffle.shopContact : "")].filter(
    ({ value }) => value !== "",
  );
}
