import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { fieldErrors, readNumber } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { widestNetworkOf } from "#src/rate-limits/network.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { EDIT_PICTURE, EDIT_RAFFLE } from "../action-limits.ts";
import { pick, REQUIRED_RAFFLE_FIELDS } from "../fields.ts";
import type { Pictures, UploadRefusal } from "../pictures/pictures.ts";
import { findRaffle } from "../read.ts";
import { editedRaffle, type PublicRaffle } from "../schema.ts";
import { allTaken, NO_PICTURES, type SentPictures, takePictures, withPictures } from "../shop/shop-pictures.ts";
import { type UpdatedRaffle, type UpdateRefusal, updateRaffle } from "./update-raffle.ts";

export type EditRefusal =
  | UpdateRefusal
  | UploadRefusal
  | ChallengeRefusal
  | Refusal<"raffle-details-required" | "prize-fields-required">;

/** The parts of an edit request besides the raffle's own fields. */
export type EditRequest = {
  /** The version that the edit is based on, untrusted. */
  readonly version: unknown;
  /** The ids of rules and prizes that may be removed although entrants ticked or wished for them. */
  readonly confirmRemoval?: unknown;
  /** The bytes of a new banner, `remove` for no own banner, null for no change. */
  readonly banner?: Uint8Array | "remove" | null;
  /** New pictures of the shop and its prizes. */
  readonly pictures?: SentPictures;
  readonly removeLogo?: boolean;
};

/**
 * Changes a raffle from a request of the form or the API. Fields that are not sent stay as they are. A list of prizes
 * or rules replaces the whole list.
 *
 * @param body the request's untrusted body, of any shape
 * @returns the raffle's version after the edit, whether anything changed, and whether the draw date had to move
 */
export async function editRaffleFrom(
  deps: {
    readonly db: Database;
    readonly clock: Clock;
    readonly timeZone: string;
    readonly pictures: Pictures;
  } & CountedVisitor,
  scope: OrganiserScope,
  body: unknown,
  request: EditRequest,
): Promise<Outcome<UpdatedRaffle, EditRefusal>> {
  const version = readNumber(request.version);
  if (!Number.isInteger(version) || version < 1) {
    return refuse({ reason: "invalid-fields", fields: { version: [{ key: "versionRequired" }] } });
  }
  const current = await findRaffle(deps.db, scope.raffleId);
  if (!current) return refuse({ reason: "raffle-not-found" });
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return refuse({ reason: "invalid-fields", fields: { "": [{ key: "bodyInvalid" }] } });
  }
  // A plan that is sent is one to come. Of an older version only the conflict is reported.
  const soonest = "publishAt" in body && version === current.version ? deps.clock() : null;
  const parsed = editedRaffle(deps.timeZone, soonest).safeParse({
    ...asInput(current, body),
    ...body,
    ...sentRules(current, body),
  });
  if (!parsed.success) return refuse(invalidEdit(fieldErrors(parsed.error)));
  const sent = request.pictures ?? NO_PICTURES;
  const isPicture = request.banner instanceof Uint8Array || sent.logo !== null || sent.prizes.size > 0;
  const admitted = await deps.limits.admit(
    {
      policy: isPicture ? EDIT_PICTURE : EDIT_RAFFLE,
      address: deps.address,
      subjects: [scope.raffleId],
    },
    deps.solution,
  );
  if (!admitted.ok) return admitted;
  const network = widestNetworkOf(deps.address);
  const banner = await bannerOf(deps.pictures, request.banner ?? null, network);
  if (!banner.ok) return banner;
  const taken = await takePictures(deps.pictures, sent, network);
  if (!taken.ok) return taken;
  const confirmed = Array.isArray(request.confirmRemoval)
    ? request.confirmRemoval.filter((id) => typeof id === "string")
    : [];
  const logo = taken.value.logo?.mark ?? (request.removeLogo ? "" : current.logo);
  const change = {
    version,
    raffle: { ...withPictures(parsed.data, taken.value), logo },
    confirmed: new Set(confirmed),
    banner: banner.value,
    pictures: allTaken(taken.value),
  };
  return inTransaction(deps.db, (tx) => updateRaffle(tx, scope, change, deps.clock));
}

/** A stored raffle as it would be sent, below what is sent. Publishing it by hand ends a plan to publish it. */
function asInput(raffle: PublicRaffle, sent: { readonly status?: unknown }): Record<string, unknown> {
  const { dueDate, drawDate, publishAt } = raffle;
  return {
    ...raffle,
    dueDate: dueDate.toISOString(),
    drawDate: drawDate.toISOString(),
    publishAt: sent.status === "Published" ? null : (publishAt?.toISOString() ?? null),
  };
}

/** Rules as sent. How one that stays is proved is no silence of a client that does not know it. */
function sentRules(raffle: PublicRaffle, sent: { readonly rules?: unknown }): { readonly rules?: unknown } {
  if (!Array.isArray(sent.rules)) return {};
  const stored = new Map(raffle.rules.map((rule) => [rule.id, pick(rule, ["proof", "maxTimes", "pace", "needs"])]));
  return { rules: sent.rules.map((rule) => (rule?.id ? { ...stored.get(rule.id), ...rule } : rule)) };
}

async function bannerOf(pictures: Pictures, banner: Uint8Array | "remove" | null, network: string) {
  if (banner === null) return accept(null);
  if (banner === "remove") return accept({ kind: "removed" as const });
  const encoded = await pictures.encode(banner, network);
  return encoded.ok ? accept({ kind: "replaced" as const, picture: encoded.value }) : encoded;
}

const RAFFLE_DETAILS: ReadonlySet<string> = new Set(REQUIRED_RAFFLE_FIELDS);
const MISSING: ReadonlySet<string> = new Set(["nameRequired", "detailsRequired", "dateRequired"]);
const PRIZE_MISSING: ReadonlySet<string> = new Set(["prizeCodeRequired", "nameRequired"]);

// The specification has one message for missing details, and one for prizes without a code or a name.
function invalidEdit(
  fields: FieldMessages,
): Refusal<"raffle-details-required" | "prize-fields-required" | "invalid-fields"> {
  const missing = (path: (name: string) => boolean, keys: ReadonlySet<string>) =>
    Object.entries(fields).some(([name, messages]) => path(name) && messages.some(({ key }) => keys.has(key)));
  if (missing((name) => RAFFLE_DETAILS.has(name), MISSING)) return { reason: "raffle-details-required", fields };
  if (missing((name) => name.startsWith("prizes."), PRIZE_MISSING)) return { reason: "prize-fields-required", fields };
  return { reason: "invalid-fields", fields };
}
