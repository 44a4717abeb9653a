import { accept, type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, MessageKey, Refusal } from "#src/base/refusal.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { MAX_PICTURES_SENT, MAX_PRIZE_PICTURES, type ShopPicture } from "../pictures/shop-picture.ts";
import { pictureRefused } from "../pictures/upload-refusal.ts";

/** The files of a request: the bytes of a logo, and of prizes' pictures by the prize's place in the request. */
export type SentPictures = {
  readonly logo: Uint8Array | null;
  readonly prizes: ReadonlyMap<number, Uint8Array>;
};

export const NO_PICTURES: SentPictures = { logo: null, prizes: new Map() };

/** The same, re-encoded. */
export type TakenPictures = {
  readonly logo: ShopPicture | null;
  readonly prizes: ReadonlyMap<number, ShopPicture>;
};

/** Re-encodes the files of a request from a network. Refuses too many, and a file that is no picture, at its field. */
export async function takePictures(
  pictures: Pick<Pictures, "shop">,
  { logo, prizes }: SentPictures,
  network?: string,
): Promise<Outcome<TakenPictures, Refusal<"invalid-fields" | "pictures-busy">>> {
  if (prizes.size + Number(logo !== null) > MAX_PICTURES_SENT) return tooMany("tooManyFiles", MAX_PICTURES_SENT);
  const shop = logo && (await pictures.shop("logo", logo, network));
  if (shop && !shop.ok) return pictureRefused(shop.refusal, "logo");
  const taken = new Map<number, ShopPicture>();
  for (const [place, upload] of prizes) {
    const prize = await pictures.shop("prize", upload, network);
    if (!prize.ok) return pictureRefused(prize.refusal, `prizes.${place}.file`);
    taken.set(place, prize.value);
  }
  return accept({ logo: shop?.value ?? null, prizes: taken });
}

function tooMany(key: MessageKey, max: number): Refused<Refusal<"invalid-fields">> {
  return refuse({ reason: "invalid-fields", fields: { prizes: [{ key, params: { max } }] } });
}

type Pictured = { readonly accentColor: string; readonly prizes: readonly { readonly picture: string }[] };

/** A raffle with the pictures that came with it. Without a colour of its own it takes that of a new logo. */
export function withPictures<Raffle extends Pictured>(raffle: Raffle, { logo, prizes }: TakenPictures): Raffle {
  return {
    ...raffle,
    accentColor: raffle.accentColor || (logo?.accent ?? ""),
    prizes: raffle.prizes.map((prize, place) => ({ ...prize, picture: prizes.get(place)?.mark ?? prize.picture })),
  };
}

/**
 * What is wrong with the pictures that a raffle's prizes name.
 *
 * @param known the marks of the raffle's pictures, stored or sent
 */
export function pictureFaults(
  { prizes }: Pictured,
  known: ReadonlySet<string>,
): Refused<Refusal<"invalid-fields">> | null {
  if (prizes.filter(({ picture }) => picture !== "").length > MAX_PRIZE_PICTURES) {
    return tooMany("tooManyPictures", MAX_PRIZE_PICTURES);
  }
  const fields: FieldMessages = Object.fromEntries(
    prizes.flatMap(({ picture }, place) =>
      picture === "" || known.has(picture) ? [] : [[`prizes.${place}.picture`, [{ key: "pictureUnknown" }]]],
    ),
  );
  return Object.keys(fields).length > 0 ? refuse({ reason: "invalid-fields", fields }) : null;
}

/** All pictures of a request. */
export function allTaken({ logo, prizes }: TakenPictures): ShopPicture[] {
  return [...(logo ? [logo] : []), ...prizes.values()];
}
