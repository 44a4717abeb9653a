import { eachRaffleField, type RaffleField, recordOf } from "#src/raffles/fields.ts";
import { PRIZE_FIELD_NAMES, RULE_FIELD_NAMES } from "#src/raffles/row-fields.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { SentPictures } from "#src/raffles/shop/shop-pictures.ts";
import { formatWallClock } from "#src/raffles/wall-clock.ts";
import { uploadOf } from "../../requests/upload.ts";
import { prizeFileField, type RaffleBody, type RaffleFormValues } from "./read-raffle-form.ts";

/** The files of the raffle form besides the banner. @param places the form's rows that are in the request */
export async function readPictures(form: FormData, places: RaffleBody["places"]): Promise<SentPictures> {
  const files = await Promise.all(places.prizes.map((place) => uploadOf(form, prizeFileField(place))));
  const prizes = files.flatMap((file, place) => (file ? [[place, file] as const] : []));
  return { logo: await uploadOf(form, "logo"), prizes: new Map(prizes) };
}

/** Which of a raffle's stored pictures the form takes away. */
export function readRemovals(form: FormData) {
  return { removeBanner: form.get("removeBanner") === "on", removeLogo: form.get("removeLogo") === "on" };
}

export function storedRaffleForm(raffle: PublicRaffle, timeZone: string): RaffleFormValues {
  return {
    ...eachRaffleField((name) => asTyped(raffle[name], timeZone)),
    prizes: raffle.prizes.map((prize, index) => ({
      ...{ key: String(index + 1), id: prize.id },
      ...recordOf(PRIZE_FIELD_NAMES, (name) => String(prize[name])),
    })),
    rules: raffle.rules.map((rule, index) => ({
      ...{ key: String(index + 1), id: rule.id },
      ...recordOf(RULE_FIELD_NAMES, (name) => String(rule[name])),
    })),
  };
}

/** A stored field as an organiser would type it. */
function asTyped(value: PublicRaffle[RaffleField], timeZone: string): string {
  if (value instanceof Date) return formatWallClock(value, timeZone);
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}
