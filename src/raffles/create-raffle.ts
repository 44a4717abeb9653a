import type { AccountScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { drawBanner, encodeBanner } from "./banner.ts";
import { raffleInput } from "./schema.ts";
import { type CreatedRaffle, createRaffle, newRaffleCode } from "./write.ts";

/**
 * Takes what an organiser sent to create a raffle, from the form or the API.
 *
 * @param body what was sent: nothing about its shape is assumed
 * @param given.owner the account that the raffle shall belong to, if somebody is signed in
 * @param upload the bytes of a banner, if one was chosen; otherwise banderitas are drawn from the raffle's code
 */
export async function createRaffleFrom(
  given: { db: Database; clock: Clock; secret: Uint8Array; timeZone: string; owner?: AccountScope | null },
  body: unknown,
  upload: Uint8Array | null,
): Promise<
  Outcome<CreatedRaffle, Refusal<"invalid-raffle" | "invalid-fields" | "banner-invalid" | "banner-too-large">>
> {
  const parsed = raffleInput(given.timeZone).safeParse(body);
  if (!parsed.success) return refuse(invalidRaffle(fieldErrors(parsed.error)));
  const codeId = newRaffleCode();
  const banner = upload ? await encodeBanner(upload) : accept(await drawBanner(codeId));
  if (!banner.ok) return banner;
  const { clock, secret, owner } = given;
  const created = await inTransaction(given.db, (tx) =>
    createRaffle(tx, parsed.data, { codeId, banner: banner.value, secret, clock, owner }),
  );
  return accept(created);
}

// The spec has one sentence for whatever is missing; what is there but wrong is named by its own.
const MISSING: ReadonlySet<string> = new Set([
  "nameRequired",
  "detailsRequired",
  "dateRequired",
  "prizeCodeRequired",
  "prizesRequired",
]);

function invalidRaffle(fields: FieldMessages): Refusal<"invalid-raffle" | "invalid-fields"> {
  const missing = Object.values(fields).some((messages) => messages.some((message) => MISSING.has(message.key)));
  return { reason: missing ? "invalid-raffle" : "invalid-fields", fields };
}
