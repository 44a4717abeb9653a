import { type Fault, shown } from "../format/fault.ts";
import { faultOfMembers, faultOfValue, type Kind, oneOf, time, wholeNumber } from "../format/members.ts";
import { isText, lengthOf } from "../format/texts.ts";
import { SECONDS_PER_DAY, secondsOf, timeOf } from "../format/times.ts";
import type { Plan } from "../plan.ts";
import type { Drawn } from "./draw.ts";
import { Succession } from "./succession.ts";

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
};

/** The most code points of a public note. */
export const NOTE_LENGTH = 200;

const MEMBERS: Readonly<Record<keyof Replacement, Kind>> = {
  prizeCode: { notation: "NFC", holds: isText },
  from: wholeNumber(1),
  to: { notation: "1…2^53−1 | null", holds: (value) => value === null || wholeNumber(1).holds(value) },
  reason: oneOf(...REPLACEMENT_REASONS),
  note: { notation: `NFC, 0–${NOTE_LENGTH}`, holds: (value) => isText(value) && lengthOf(value) <= NOTE_LENGTH },
  at: time,
};

/** The first fault of the replacements after a draw; all times in seconds since 1970. */
export function faultOfReplacements(
  replacements: unknown,
  { plan, drawn, drawnAt, now }: { plan: Plan; drawn: Drawn; drawnAt: number; now: number },
): Fault | undefined {
  const fault = faultOfValue("replacements", replacements, { notation: "[0…]", holds: Array.isArray });
  if (fault) return fault;
  const succession = new Succession(plan, drawn, drawnAt);
  let before = drawnAt;
  for (const [index, value] of (replacements as unknown[]).entries()) {
    const where = `replacements[${index}]`;
    const ofMembers = faultOfMembers(where, value, MEMBERS);
    if (ofMembers) return ofMembers;
    const one = value as Replacement;
    const at = secondsOf(one.at) ?? 0;
    const ofOne =
      faultOfTime(one, where, { at, before, isFirst: index === 0, now }) ??
      faultOfLeaving(one, where, { at, claimDays: plan.claimDays, succession });
    if (ofOne) return ofOne;
    const to = succession.replace(one.prizeCode, one.from, at);
    if (to !== one.to) return { rule: "successor", where: `${where}.to`, expected: shown(to), found: shown(one.to) };
    before = at;
  }
  return undefined;
}

function faultOfTime(
  one: Replacement,
  where: string,
  { at, before, isFirst, now }: { at: number; before: number; isFirst: boolean; now: number },
): Fault | undefined {
  const found = one.at;
  if (at < before) {
    return {
      rule: isFirst ? "after-draw" : "never-earlier",
      where: `${where}.at`,
      expected: `≥ ${timeOf(before)}`,
      found,
    };
  }
  if (at > now) return { rule: "not-in-future", where: `${where}.at`, expected: `≤ ${timeOf(Math.floor(now))}`, found };
  return undefined;
}

function faultOfLeaving(
  one: Replacement,
  where: string,
  { at, claimDays, succession }: { at: number; claimDays: number; succession: Succession },
): Fault | undefined {
  const since = succession.heldSince(one.prizeCode, one.from);
  if (since === undefined) {
    return { rule: "holder", where: `${where}.from`, expected: shown(one.prizeCode), found: shown(one.from) };
  }
  const claimable = since + claimDays * SECONDS_PER_DAY;
  if (one.reason === "unclaimed" && at < claimable) {
    return { rule: "claim-days", where: `${where}.at`, expected: `≥ ${timeOf(claimable)}`, found: one.at };
  }
  if (one.reason !== "unclaimed" && one.note === "") {
    return { rule: "note", where: `${where}.note`, expected: `1–${NOTE_LENGTH}`, found: shown(one.note) };
  }
  return undefined;
}
