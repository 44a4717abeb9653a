import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { drawBanner, encodeBanner } from "./banner.ts";
import { findRaffle } from "./read.ts";
import { editedRaffle, type PublicRaffle } from "./schema.ts";
import { type UpdateRefusal, updateRaffle } from "./update-raffle.ts";

export type EditRefusal =
  | UpdateRefusal
  | Refusal<"raffle-details-required" | "prize-fields-required" | "banner-invalid" | "banner-too-large">;

/** What goes with an edit beside the raffle's own fields. */
export type EditRequest = {
  /** The version of the raffle that was edited, or what was sent in its place. */
  readonly version: unknown;
  /** The ids of rules and prizes that may go although entrants ticked or wished for them. */
  readonly confirmRemoval?: unknown;
  /** The bytes of a new banner, or that there shall be none of the organiser's. */
  readonly banner?: Uint8Array | "remove" | null;
};

/**
 * Takes what an organiser sent to change a raffle, from the form or the API. What is left out stays as it is; a list
 * of prizes or rules is the whole list.
 *
 * @param body what was sent: nothing about its shape is assumed
 * @returns the raffle's version after it, and whether anything changed
 */
export async function editRaffleFrom(
  given: { db: Database; clock: Clock; timeZone: string },
  scope: OrganiserScope,
  body: unknown,
  request: EditRequest,
): Promise<Outcome<{ version: number; changed: boolean }, EditRefusal>> {
  const version = Number(request.version ?? Number.NaN);
  if (!Number.isInteger(version) || version < 1) {
    return refuse({ reason: "invalid-fields", fields: { version: [{ key: "versionRequired" }] } });
  }
  const current = await findRaffle(given.db, scope.raffleId);
  if (!current) return refuse({ reason: "raffle-not-found" });
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return refuse({ reason: "invalid-fields", fields: { "": [{ key: "bodyInvalid" }] } });
  }
  const parsed = editedRaffle(given.timeZone).safeParse({ ...asInput(current), ...body });
  if (!parsed.success) return refuse(invalidEdit(fieldErrors(parsed.error)));
  const banner = await bannerOf(request.banner ?? null, current.codeId);
  if (!banner.ok) return banner;
  const confirmed = Array.isArray(request.confirmRemoval) ? request.confirmRemoval.map(String) : [];
  const change = { version, raffle: parsed.data, confirmed: new Set(confirmed), banner: banner.value };
  return inTransaction(given.db, (tx) => updateRaffle(tx, scope, change, given.clock));
}

function asInput(raffle: PublicRaffle): Record<string, unknown> {
  return { ...raffle, dueDate: raffle.dueDate.toISOString(), drawDate: raffle.drawDate.toISOString() };
}

async function bannerOf(banner: Uint8Array | "remove" | null, codeId: string) {
  if (banner === null) return accept(null);
  if (banner === "remove") return accept({ kind: "removed" as const, ...(await drawBanner(codeId)) });
  const encoded = await encodeBanner(banner);
  return encoded.ok ? accept({ kind: "replaced" as const, ...encoded.value }) : encoded;
}

const RAFFLE_DETAILS: ReadonlySet<string> = new Set(["name", "details", "dueDate", "drawDate"]);
const MISSING: ReadonlySet<string> = new Set(["nameRequired", "detailsRequired", "dateRequired"]);
const PRIZE_MISSING: ReadonlySet<string> = new Set(["prizeCodeRequired", "nameRequired"]);

// The spec has one sentence for missing details, and one for prizes that lack a code or a name.
function invalidEdit(
  fields: FieldMessages,
): Refusal<"raffle-details-required" | "prize-fields-required" | "invalid-fields"> {
  const missing = (path: (name: string) => boolean, keys: ReadonlySet<string>) =>
    Object.entries(fields).some(([name, messages]) => path(name) && messages.some(({ key }) => keys.has(key)));
  if (missing((name) => RAFFLE_DETAILS.has(name), MISSING)) return { reason: "raffle-details-required", fields };
  if (missing((name) => name.startsWith("prizes."), PRIZE_MISSING)) return { reason: "prize-fields-required", fields };
  return { reason: "invalid-fields", fields };
}
