import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { PollLoop } from "#src/base/poll-loop.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { startDueLoop } from "#src/jobs/due-loop.ts";
import type { Replacement } from "../protocol/winners/replacements.ts";
import { type Announcement, announcementsOf, endAnnouncement, findDue } from "./announcements.ts";
import { carryOut, type NotCarriedOut, type ReplaceDeps } from "./carry-out.ts";

/** The pause when nothing is due: people read the time to the minute. */
const IDLE_MS = 5_000;

/** Replaces those of whom it stood in public for three days, also where no process ran when they were due. */
export function startReplacingAnnounced(deps: ReplaceDeps, onError: (error: unknown) => void): PollLoop {
  return startDueLoop(
    {
      find: (excluded) => findDue(deps.db, deps.clock(), excluded),
      work: async (due) => ((await replaceAnnounced(deps, due)) ? null : IDLE_MS),
      idleMs: IDLE_MS,
    },
    onError,
  );
}

/**
 * Replaces a winner of whom it stood in public long enough, once: of several processes one does, and what was objected
 * to or taken back meanwhile is not done. Where the prize was handed over, the announcement ends by that.
 *
 * @returns whether nothing is left to do; false where another replacement of the raffle is under way
 */
export async function replaceAnnounced(deps: ReplaceDeps, announced: Announcement): Promise<boolean> {
  const { raffleId, id } = announced;
  const replaced = await carryOutAnnounced(deps, announced);
  if (replaced.ok || replaced.refusal.reason === "announcement-ended") return true;
  if (replaced.refusal.reason === "replacing-others") return false;
  if (replaced.refusal.reason !== "prize-handed-over") {
    throw new Error(`Announcement ${id} of ${raffleId} is not carried out: ${replaced.refusal.reason}`);
  }
  await inTransaction(deps.db, (tx) => endAnnouncement(tx, announced, "handed-over", deps.clock()));
  return true;
}

type Ended = Refusal<"announcement-ended">;

function carryOutAnnounced(
  deps: ReplaceDeps,
  announced: Announcement,
): Promise<Outcome<Replacement, NotCarriedOut | Ended>> {
  const { raffleId, prizeCode, from, reason, note, dueAt, at } = announced;
  const isStanding = async (tx: Transaction) =>
    (await announcementsOf(tx, announced)).some(({ id, endedAs }) => id === announced.id && endedAs === null);
  return carryOut<Ended>(
    deps,
    { raffleId, actor: "site" },
    { prizeCode, from, reason, note },
    {
      isSame: () => true,
      hold: async (tx, { now }) =>
        now >= dueAt && (await isStanding(tx))
          ? accept({ announced: at, consent: null })
          : refuse({ reason: "announcement-ended" }),
    },
    0,
  );
}
