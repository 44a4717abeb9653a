import { utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "#src/base/canonical-json.ts";
import { hashOf, type Sha256 } from "#src/base/hashing/sha256.ts";
import type { Fault } from "../format/fault.ts";
import { faultOfMembers, hex, type Kind, oneOf, time, wholeNumber } from "../format/members.ts";
import { isText } from "../format/texts.ts";

/** Who changed an entry: `unknown` is somebody past the program, as an operator in the database. */
export const CHANGERS = ["entrant", "shop", "retention", "earlier", "unknown"] as const;
export type LoggedChanger = (typeof CHANGERS)[number];

/**
 * Why an entry was removed: a word of this list, because free text could name somebody. Empty where none was given.
 */
export const REMOVAL_REASONS = ["", "asked", "duplicate", "mistake", "test", "rules"] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

type ByWhom = { readonly by: readonly LoggedChanger[] };

/** What a leaf says beside its raffle and its time. All hashes are in hex. */
export type LeafContent =
  /** An entry came: its seal, and a commitment to its ticks and wishes. */
  | ({ readonly kind: "entry"; readonly seal: string; readonly commitment: string } & ByWhom)
  /** An entry changed. `from` is its seal before, which may be the same. */
  | ({ readonly kind: "change"; readonly from: string; readonly seal: string; readonly commitment: string } & ByWhom)
  | ({ readonly kind: "removal"; readonly seal: string; readonly reason: RemovalReason } & ByWhom)
  | { readonly kind: "plan"; readonly plan: string }
  | { readonly kind: "lock"; readonly lock: string }
  /** A draw: the hashes of its lock and of its results. */
  | { readonly kind: "draw"; readonly lock: string; readonly results: string }
  /** A replacement of a winner: the hashes of the lock and of the replacement as the transcript has it. */
  | { readonly kind: "replacement"; readonly lock: string; readonly replacement: string }
  /** A replacement is coming: the hash of what everybody reads of it (hashOfAnnouncement). */
  | { readonly kind: "announcement"; readonly lock: string; readonly announcement: string }
  /** The winner of an announced replacement says that they did not withdraw. */
  | { readonly kind: "objection"; readonly lock: string; readonly announcement: string }
  /** A winner gave a prize back (consentOf). */
  | { readonly kind: "consent"; readonly lock: string; readonly consent: string };

/** Of the log itself: it goes on under another name than `from`, of which somebody saw more leaves. */
export type RenewalLeaf = {
  readonly kind: "renewal";
  readonly from: string;
  readonly seen: number;
  readonly at: string;
};

/** A leaf. `raffle` stands for one that may not be public: the pages of a draw say which it is. */
export type Leaf = LeafContent & { readonly raffle: string; readonly at: string };

/** A leaf is written within so many seconds of what it says: one about a change may follow a lock so closely. */
export const LOGGED_WITHIN = 60;

const HASH = hex(32);
const changers: Kind = {
  notation: `[${CHANGERS.join(" | ")}…]`,
  holds: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => (CHANGERS as readonly unknown[]).includes(one)),
};

const MEMBERS: Readonly<Record<LeafContent["kind"], Readonly<Record<string, Kind>>>> = {
  entry: { seal: HASH, commitment: HASH, by: changers },
  change: { from: HASH, seal: HASH, commitment: HASH, by: changers },
  removal: { seal: HASH, by: changers, reason: oneOf(...REMOVAL_REASONS) },
  plan: { plan: HASH },
  lock: { lock: HASH },
  draw: { lock: HASH, results: HASH },
  replacement: { lock: HASH, replacement: HASH },
  announcement: { lock: HASH, announcement: HASH },
  objection: { lock: HASH, announcement: HASH },
  consent: { lock: HASH, consent: HASH },
};

const RENEWAL: Readonly<Record<keyof RenewalLeaf, Kind>> = {
  kind: oneOf("renewal"),
  from: { notation: "NFC", holds: isText },
  seen: wholeNumber(1),
  at: time,
};

/** The bytes of a leaf: its canonical JSON in UTF-8. */
export function leafBytes(leaf: Leaf | RenewalLeaf): Uint8Array {
  return utf8ToBytes(canonicalJson(leaf));
}

/** A fault where a value is no leaf: its members, or what they hold. */
export function faultOfLeaf(value: unknown): Fault | undefined {
  if ((value as { kind?: unknown } | null)?.kind === "renewal") return faultOfMembers("leaf", value, RENEWAL);
  const kind = (value as { kind?: unknown } | null)?.kind;
  const members = Object.hasOwn(MEMBERS, String(kind)) ? MEMBERS[kind as LeafContent["kind"]] : {};
  return faultOfMembers("leaf", value, { kind: oneOf(...Object.keys(MEMBERS)), raffle: hex(16), at: time, ...members });
}

/** What an entrant did and wished for, by the ids that the raffle's public data have. */
export type Choices = {
  readonly rules: readonly string[];
  readonly prizes: readonly string[];
  /** Drops that were earned, by rule. */
  readonly earned: Readonly<Record<string, number>>;
  /** How many grants and withdrawals they are the sum of. */
  readonly rows: number;
};

/**
 * What stands for an entrant's choices in the log. The key is the one of their seal, so that nobody else can try out
 * what somebody chose. An entry that earned nothing has the one that it had before drops could be earned.
 */
export function commitmentOf({ rules, prizes, earned, rows }: Choices, key: string, hash?: Sha256): string {
  const chosen = { key, prizes: prizes.toSorted(), rules: rules.toSorted() };
  return hashOf(rows === 0 ? chosen : { ...chosen, earned: { drops: earned, rows } }, hash);
}
