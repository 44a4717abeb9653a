import type { AccountScope, TokenScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { drawUnusedCode } from "#src/db/used-codes.ts";
import { widestNetworkOf } from "#src/rate-limits/network.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { CREATE_RAFFLE } from "../action-limits.ts";
import type { Pictures, UploadRefusal } from "../pictures/pictures.ts";
import { raffleInput } from "../schema.ts";
import { type PicturesFrom, readCopiedPictures } from "../shop/copied-pictures.ts";
import { allTaken, pictureFaults, type SentPictures, takePictures, withPictures } from "../shop/shop-pictures.ts";
import { possibleDrawDate } from "../timeline/timeline.ts";
import { type CreatedRaffle, createRaffle, newRaffleCode } from "../write.ts";

/** When a raffle is drawn, and whether that is later than the date that was sent. */
export type MovedDraw = { readonly drawDate: Date; readonly drawMoved: boolean };

/**
 * Creates a raffle from a request of the form or the API. A draw date that leaves no time to check the entries and to
 * publish the list moves to the first that does.
 *
 * @param deps.owner the signed-in account, which will own the raffle; null for none
 * @param body the request's untrusted body, of any shape
 * @param uploads the bytes of a banner, or null for banderitas, which are drawn on the first request; other pictures;
 *   and the raffle whose pictures it gets where none is sent in their place
 * @returns the codes, and the draw date
 */
export async function createRaffleFrom(
  deps: {
    readonly db: Database;
    readonly clock: Clock;
    readonly secret: Uint8Array;
    readonly timeZone: string;
    readonly pictures: Pictures;
    readonly owner?: AccountScope | TokenScope | null;
  } & CountedVisitor,
  body: unknown,
  uploads: {
    readonly banner: Uint8Array | null;
    readonly pictures: SentPictures;
    readonly picturesFrom?: PicturesFrom | null;
  },
): Promise<
  Outcome<CreatedRaffle & MovedDraw, UploadRefusal | ChallengeRefusal | Refusal<"invalid-raffle" | "invalid-fields">>
> {
  const parsed = raffleInput(deps.timeZone, deps.clock()).safeParse(body);
  if (!parsed.success) return refuse(invalidRaffle(fieldErrors(parsed.error)));
  const admitted = await deps.limits.admit({ policy: CREATE_RAFFLE, address: deps.address }, deps.solution);
  if (!admitted.ok) return admitted;
  const codeId = await drawUnusedCode(deps.db, newRaffleCode);
  const copied = await readCopiedPictures(deps.db, uploads.picturesFrom ?? null);
  const network = widestNetworkOf(deps.address);
  const banner = uploads.banner ? await deps.pictures.encode(uploads.banner, network) : accept(copied.banner);
  if (!banner.ok) return banner;
  const taken = await takePictures(deps.pictures, uploads.pictures, network);
  if (!taken.ok) return taken;
  const drawDate = possibleDrawDate(parsed.data);
  const logo = taken.value.logo?.mark ?? copied.logo;
  const raffle = { ...withPictures({ ...parsed.data, drawDate }, taken.value), logo };
  const named = new Set([logo, ...raffle.prizes.map(({ picture }) => picture)]);
  const pictures = [...allTaken(taken.value), ...copied.pictures].filter(({ mark }) => named.has(mark));
  const faults = pictureFaults(raffle, new Set(pictures.map(({ mark }) => mark)));
  if (faults) return faults;
  const { clock, secret, owner } = deps;
  const created = await inTransaction(deps.db, (tx) =>
    createRaffle(tx, raffle, { codeId, banner: banner.value, pictures, secret, clock, owner }),
  );
  return accept({ ...created, drawDate, drawMoved: drawDate > parsed.data.drawDate });
}

// The specification has one message for all missing fields. Each wrong field has its own.
const MISSING: ReadonlySet<string> = new Set([
  "nameRequired",
  "detailsRequired",
  "dateRequired",
  "prizeCodeRequired",
  "prizesRequired",
]);

/** The refusal of a raffle with wrong fields: the specification has one message for all that are missing. */
export function invalidRaffle(fields: FieldMessages): Refusal<"invalid-raffle" | "invalid-fields"> {
  const missing = Object.values(fields).some((messages) => messages.some((message) => MISSING.has(message.key)));
  return { reason: missing ? "invalid-raffle" : "invalid-fields", fields };
}
