import { hex, type Kind, oneOf, time, wholeNumber } from "../format/members.ts";
import { isText, lengthOf } from "../format/texts.ts";
import { SECONDS_PER_DAY } from "../format/times.ts";
import { PROTOCOL_1, PROTOCOL_2, type Protocol } from "../plan.ts";

/** Why somebody goes. */
export const REPLACEMENT_REASONS = ["unclaimed", "withdrew", "disqualified"] as const;

export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];

/** One who goes, one who comes, why and when; ever only added to a transcript. */
export type Replacement = {
  readonly prizeCode: string;
  readonly from: number;
  readonly to: number | null;
  readonly reason: ReplacementReason;
  readonly note: string;
  readonly at: string;
} & Partial<ReplacementProof>;

/** From /2 on: what a replacement rests on, beside the draw. */
export type ReplacementProof = {
  /** Since when everybody could read that it was coming; empty where the holder agreed or did not claim. */
  readonly announced: string;
  /** What only the holder and the site can make (consentOf); empty where nobody agreed. */
  readonly consent: string;
  /** The hash of the replacement before, or of the lock for the first: none can be left out. */
  readonly previous: string;
  /** Of all other members, by the key of the lock. */
  readonly signature: string;
};

/** How long a replacement that the holder did not agree to stands in public before, in seconds. */
export const OBJECTION_SECONDS = 3 * SECONDS_PER_DAY;

/** The most code points of a public note. */
export const NOTE_LENGTH = 200;

const MEMBERS_1: Readonly<Record<Exclude<keyof Replacement, keyof ReplacementProof>, Kind>> = {
  prizeCode: { notation: "NFC", holds: isText },
  from: wholeNumber(1),
  to: { notation: "1…2^53−1 | null", holds: (value) => value === null || wholeNumber(1).holds(value) },
  reason: oneOf(...REPLACEMENT_REASONS),
  note: { notation: `NFC, 0–${NOTE_LENGTH}`, holds: (value) => isText(value) && lengthOf(value) <= NOTE_LENGTH },
  at: time,
};

const PROOF: Readonly<Record<keyof ReplacementProof, Kind>> = {
  announced: orEmpty(time),
  consent: orEmpty(hex(32)),
  previous: hex(32),
  signature: hex(64),
};

export const REPLACEMENT: Readonly<Record<Protocol, Readonly<Record<string, Kind>>>> = {
  [PROTOCOL_1]: MEMBERS_1,
  [PROTOCOL_2]: { ...MEMBERS_1, ...PROOF },
};

function orEmpty({ notation, holds }: Kind): Kind {
  return { notation: `"" | ${notation}`, holds: (value) => value === "" || holds(value) };
}
