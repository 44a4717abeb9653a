import { hashOf } from "#src/base/hashing/sha256.ts";
import { type Fault, shown } from "../format/fault.ts";
import { faultOfMembers, faultOfValue } from "../format/members.ts";
import { SECONDS_PER_DAY, secondsOf, timeOf } from "../format/times.ts";
import type { OpenLock } from "../lock.ts";
import type { Drawn } from "./draw.ts";
import { faultOfChain, faultOfProof, isProved } from "./replacement-proof.ts";
import { NOTE_LENGTH, REPLACEMENT, type Replacement } from "./replacements.ts";
import { Succession } from "./succession.ts";

type Facts = {
  readonly lock: OpenLock;
  /** The key that signed the lock. */
  readonly siteKey: unknown;
  readonly drawn: Drawn;
  /** All times in seconds since 1970. */
  readonly drawnAt: number;
  readonly now: number;
};

/** The first fault of the replacements after a draw. */
export function faultOfReplacements(
  replacements: unknown,
  { lock, siteKey, drawn, drawnAt, now }: Facts,
): Fault | undefined {
  const fault = faultOfValue("replacements", replacements, { notation: "[0…]", holds: Array.isArray });
  if (fault) return fault;
  const { plan } = lock;
  const succession = new Succession(plan, drawn, drawnAt);
  let [before, previous] = [drawnAt, hashOf(lock)];
  for (const [index, value] of (replacements as unknown[]).entries()) {
    const where = `replacements[${index}]`;
    const ofMembers = faultOfMembers(where, value, REPLACEMENT[plan.protocol]);
    if (ofMembers) return ofMembers;
    const one = value as Replacement;
    const at = secondsOf(one.at) ?? 0;
    const ofOne =
      faultOfTime(one, where, { at, before, isFirst: index === 0, now }) ??
      (isProved(one) ? faultOfChain(one, where, { previous, siteKey }) : undefined) ??
      faultOfLeaving(one, where, { at, claimDays: plan.claimDays, succession });
    if (ofOne) return ofOne;
    const to = succession.replace(one.prizeCode, one.from, at);
    if (to !== one.to) return { rule: "successor", where: `${where}.to`, expected: shown(to), found: shown(one.to) };
    before = at;
    if (isProved(one)) previous = hashOf(one);
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
  return isProved(one) ? faultOfProof(one, where, { at, since }) : undefined;
}
