import { hashOf } from "#src/base/hashing/sha256.ts";
import type { Ticket } from "../list/ticket.ts";
import { LOGGED_WITHIN } from "./leaf.ts";
import type { LoggedSeal, RaffleLeaves } from "./raffle-leaves.ts";

/**
 * What a log can show about a list and its draw. Each of the first group contradicts something that the site signed;
 * those of the second are for people to judge.
 */
const CONVICTIONS = [
  "second-lock",
  "other-log",
  "not-in-log",
  "left-out",
  "old-seal",
  "removed-in-play",
  "out-without-removal",
  "wrong-order",
  "other-draw",
  "replacement-not-logged",
  "replacement-dropped",
  "announced-late",
  "consent-not-logged",
] as const;
const NOTICES = [
  "logged-late",
  "came-late",
  "log-renewed",
  "changed-past-program",
  "removed-past-program",
  "changed-by-shop",
  "removed-by-shop",
  "plan-changed",
  "draw-not-logged",
] as const;

type FindingKind = (typeof CONVICTIONS)[number] | (typeof NOTICES)[number];

/** How often something was found, and the first places of it: tickets, seals, leaves or times. */
export type Finding = { readonly kind: FindingKind; readonly count: number; readonly places: readonly string[] };

/** Whether a finding contradicts something that the site signed. */
export function convicts({ kind }: Pick<Finding, "kind">): boolean {
  return (CONVICTIONS as readonly FindingKind[]).includes(kind);
}

/** A draw or lock whose every check was right. */
export type AuditedDraw = {
  readonly lockHash: string;
  /** Times in seconds since 1970. `closes` is null in plans that do not say when entries end. */
  readonly lockedAt: number;
  readonly closes: number | null;
  /** Whether removed tickets keep their lines, as they do from `tambiolo-draw/2` on. */
  readonly removedAreListed: boolean;
  /** The number of leaves that the lock says there were; null where it says none. */
  readonly checkpoint: { readonly size: number; readonly root: string } | null;
  /** Null before the draw. */
  readonly results: unknown;
  readonly replacements: readonly AuditedReplacement[];
};

/** A replacement as the transcript has it, with what a log has to have before it. */
export type AuditedReplacement = {
  readonly hash: string;
  /** `until` is the latest time of its leaf that leaves three days in public. */
  readonly announcement: { readonly hash: string; readonly until: number } | null;
  readonly consent: string | null;
};

const MAX_PLACES = 20;

/** Counts findings, and keeps the first places of each. */
class Findings {
  readonly #found = new Map<FindingKind, { count: number; readonly places: string[] }>();

  add(kind: FindingKind, place: string): void {
    const one = this.#found.get(kind) ?? { count: 0, places: [] };
    this.#found.set(kind, one);
    one.count += 1;
    if (one.places.length < MAX_PLACES) one.places.push(place);
  }

  all(): Finding[] {
    return [...CONVICTIONS, ...NOTICES].flatMap((kind) => {
      const one = this.#found.get(kind);
      return one ? [{ kind, ...one }] : [];
    });
  }
}

/**
 * Compares a verified draw with all that the log says of its raffle.
 *
 * @param tickets the lines of the list, in order
 * @param rootAtCheckpoint the root that the log has at the size of the lock's checkpoint
 * @returns what was found, convictions first; nothing where list, draw and log agree
 */
export async function auditDraw(
  draw: AuditedDraw,
  leaves: RaffleLeaves,
  { tickets, rootAtCheckpoint }: { tickets: AsyncIterable<Ticket> | Iterable<Ticket>; rootAtCheckpoint: string | null },
): Promise<Finding[]> {
  const findings = new Findings();
  for (const { hash, index } of leaves.locks) if (hash !== draw.lockHash) findings.add("second-lock", `leaf ${index}`);
  if (draw.checkpoint && draw.checkpoint.root !== rootAtCheckpoint) {
    // A log that goes on after a restored backup says so itself, and witnesses know how long it was before.
    const isRenewed = leaves.renewals.some(({ index }) => index <= (draw.checkpoint?.size ?? 0));
    findings.add(isRenewed ? "log-renewed" : "other-log", `${draw.checkpoint.size} leaves`);
  }
  await compareList(findings, draw, leaves, tickets);
  comparePlans(findings, leaves);
  compareDraw(findings, draw, leaves);
  return findings.all();
}

async function compareList(
  findings: Findings,
  draw: AuditedDraw,
  leaves: RaffleLeaves,
  tickets: AsyncIterable<Ticket> | Iterable<Ticket>,
): Promise<void> {
  const listed = new Set<string>();
  let last = -1;
  for await (const { ticket, seal, out } of tickets) {
    const place = `ticket ${ticket}`;
    listed.add(seal);
    const logged = leaves.seals.get(seal);
    if (!logged) {
      findings.add(leaves.late.hasCome(seal) ? "logged-late" : "not-in-log", place);
      continue;
    }
    const isRemoved = out === "deleted" || out === "withdrawn";
    const isBefore = logged.since <= draw.lockedAt;
    if (logged.state === "changed" && isBefore) findings.add("old-seal", place);
    if (logged.state === "removed" && !isRemoved && isBefore) findings.add("removed-in-play", place);
    if (logged.state === "stands" && isRemoved) {
      findings.add(leaves.late.isRemoved(seal) ? "logged-late" : "out-without-removal", place);
    }
    if (draw.closes !== null && logged.firstAt > draw.closes + LOGGED_WITHIN) {
      findings.add("came-late", `${place} (${logged.cameBy.join(", ")})`);
    }
    if (draw.checkpoint && logged.first < draw.checkpoint.size) {
      if (logged.first < last) findings.add("wrong-order", place);
      last = Math.max(last, logged.first);
    }
  }
  for (const logged of leaves.seals.values()) {
    // The log may have been late with the seal that is listed.
    compareSeal(findings, draw, logged, leaves.late.isListedAs(logged.seal, listed));
  }
}

function compareSeal(findings: Findings, draw: AuditedDraw, logged: LoggedSeal, isListed: boolean): void {
  const { seal, state, by, reason, since } = logged;
  if (state === "changed") {
    if (by.includes("unknown")) findings.add("changed-past-program", seal);
    if (by.includes("shop")) findings.add("changed-by-shop", seal);
    return;
  }
  if (state === "removed") {
    if (by.includes("unknown")) findings.add("removed-past-program", seal);
    if (by.includes("shop")) findings.add("removed-by-shop", reason === "" ? seal : `${seal} (${reason})`);
  }
  const hasToBeListed = state === "stands" || draw.removedAreListed;
  if (!isListed && hasToBeListed && since <= draw.lockedAt) findings.add("left-out", seal);
}

/** Everybody can see a change of a plan. After the first entry it concerns somebody. */
function comparePlans(findings: Findings, { plans, seals }: RaffleLeaves): void {
  const first = seals.values().next().value?.first ?? Number.POSITIVE_INFINITY;
  for (const { index } of plans.slice(1)) if (index > first) findings.add("plan-changed", `leaf ${index}`);
}

function compareDraw(findings: Findings, draw: AuditedDraw, leaves: RaffleLeaves): void {
  if (draw.results === null) return;
  const results = hashOf(draw.results);
  if (leaves.draws.length === 0) findings.add("draw-not-logged", draw.lockHash);
  for (const { hash, index } of leaves.draws) if (hash !== results) findings.add("other-draw", `leaf ${index}`);
  const known = new Set(draw.replacements.map(({ hash }) => hash));
  for (const { hash, index } of leaves.replacements) {
    if (!known.has(hash)) findings.add("replacement-dropped", `leaf ${index}`);
  }
  for (const [at, { hash, announcement, consent }] of draw.replacements.entries()) {
    const place = `replacement ${at + 1}`;
    const leaf = leaves.replacements.find((one) => one.hash === hash);
    if (!leaf) findings.add("replacement-not-logged", place);
    const announced = announcement && leaves.announcements.get(announcement.hash);
    if (announcement && !(announced && announced.at <= announcement.until)) {
      findings.add("announced-late", place);
    }
    if (consent && leaf && (leaves.consents.get(consent)?.index ?? Number.POSITIVE_INFINITY) > leaf.index) {
      findings.add("consent-not-logged", place);
    }
  }
}
