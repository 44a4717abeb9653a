import { hashOf } from "#src/base/hashing/sha256.ts";
import { secondsOf } from "../format/times.ts";
import { PROTOCOL_2 } from "../plan.ts";
import type { SignedLock, Transcript } from "../transcript.ts";
import { hashOfAnnouncement } from "../winners/replacement-proof.ts";
import { OBJECTION_SECONDS, type Replacement } from "../winners/replacements.ts";
import type { AuditedDraw, AuditedReplacement } from "./audit.ts";

/** An honest site logs an announcement within seconds. An hour's outage is no conviction. */
const LOGGED_LATE = 3600;

/** What an audit compares of a transcript or signed lock, every check of which was right. */
export function auditedDraw(published: SignedLock | Transcript, lockHash: string): AuditedDraw {
  const { lock } = published;
  const drawn = "results" in published ? published : null;
  return {
    lockHash,
    lockedAt: secondsOf(lock.lockedAt) ?? 0,
    closes: secondsOf(lock.plan.closes) ?? null,
    removedAreListed: lock.plan.protocol === PROTOCOL_2,
    checkpoint: lock.checkpoint ?? null,
    results: drawn?.results ?? null,
    replacements: (drawn?.replacements ?? []).map(auditedReplacement),
  };
}

function auditedReplacement(replacement: Replacement): AuditedReplacement {
  const { announced = "", consent = "" } = replacement;
  const until = (secondsOf(replacement.at) ?? 0) - OBJECTION_SECONDS + LOGGED_LATE;
  return {
    hash: hashOf(replacement),
    announcement: announced === "" ? null : { hash: hashOfAnnouncement({ ...replacement, at: announced }), until },
    consent: consent === "" ? null : consent,
  };
}
