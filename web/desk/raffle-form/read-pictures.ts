import type { SentPictures } from "#src/raffles/shop/shop-pictures.ts";
import { uploadOf } from "../../requests/upload.ts";
import { prizeFileField, type RaffleBody } from "./read-raffle-form.ts";

/** The files of the raffle form besides the banner. @param places the form's rows that are in the request */
export async function readPictures(form: FormData, places: RaffleBody["places"]): Promise<SentPictures> {
  const files = await Promise.all(places.prizes.map((place) => uploadOf(form, prizeFileField(place))));
  const prizes = files.flatMap((file, place) => (file ? [[place, file] as const] : []));
  return { logo: await uploadOf(form, "logo"), prizes: new Map(prizes) };
}
