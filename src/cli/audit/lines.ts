import { convicts, type Finding } from "#src/draws/protocol/log/audit.ts";
import { harmless } from "../verify/lines.ts";

const SAYS: Readonly<Record<Finding["kind"], string>> = {
  "second-lock": "another list of this raffle was locked too",
  "other-log": "the log is not the one that the lock was made beside",
  "not-in-log": "tickets that the log knows nothing of",
  "left-out": "entries of the log that have no ticket, and of which the log gives no reason",
  "old-seal": "tickets with a seal that their entry no longer had",
  "removed-in-play": "tickets of entries that were removed before the lock",
  "out-without-removal": "tickets listed as removed, of entries that the log does not have as removed",
  "wrong-order": "tickets that do not stand in the order of their first leaves",
  "other-draw": "another result was drawn of this raffle",
  "replacement-not-logged": "replacements that the log does not have",
  "replacement-dropped": "replacements in the log that the transcript lacks",
  "announced-late": "replacements without three days in public before them",
  "consent-not-logged": "replacements whose consent the log does not have before them",
  "logged-late": "tickets whose entry, change or removal came into the log later than a minute after the lock",
  "came-late": "tickets whose entry came into the log after entries closed",
  "log-renewed": "the log began again from a restored backup; leaves before may be missing",
  "changed-past-program": "entries that somebody changed past the program, as an operator can in the database",
  "removed-past-program": "entries that somebody removed past the program",
  "changed-by-shop": "entries whose e-mail or code the shop changed",
  "removed-by-shop": "entries that the shop removed",
  "plan-changed": "changes of the plan after the first entry",
  "draw-not-logged": "the draw is not in the log yet",
};

/** What the log showed: each finding on a line, with its first places. */
export function findingLines(findings: readonly Finding[], read: { leaves: number; seals: number }): string[] {
  const head = `The log: ${read.leaves} leaves, which lead to what the site signed; ${read.seals} seals of this raffle.`;
  const lines = findings.map((finding) => {
    const { kind, count, places } = finding;
    const more = count > places.length ? ", …" : "";
    return `${convicts(finding) ? "WRONG" : "note "}  ${count} × ${SAYS[kind]}: ${places.join(", ")}${more}`;
  });
  const verdict = findings.some(convicts)
    ? "The log contradicts the draw. Keep these files: with the log they convict the site."
    : "Nothing in the log contradicts the list or the draw.";
  return [head, ...lines, verdict].map(harmless);
}
