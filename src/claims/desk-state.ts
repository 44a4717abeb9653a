import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { HOUR_MS } from "#src/base/clock.ts";
import type { Reader } from "#src/db/connect.ts";
import { countOpenGroups } from "#src/draws/checking/read-check.ts";
import { readLockAt } from "#src/draws/plan/read.ts";
import { lastStep } from "#src/draws/show/rules.ts";
import { countEntries } from "#src/entries/lists/entry-counts.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import { ANNOUNCED_WITHIN_HOURS } from "#src/raffles/limits.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/** Where a raffle is on its way, as each page of its desk says it. */
export type DeskState = {
  readonly is: "open" | "closed" | "locked" | "drawn";
  /** When it closes, its list locks by itself, or its randomness is published, by what it is now. */
  readonly at: Date | null;
  /** When it is published by itself, if that is planned. */
  readonly publishAt: Date | null;
  /** Groups of entries that may be of one person and are not decided, at most `MANY`, from due date to lock. */
  readonly lookAlikes: number;
  /** Whether there is somebody to draw from, from the due date until the list is locked. */
  readonly canLock: boolean;
  /** Whether winners are announced with the show. */
  readonly withShow: boolean;
  /** Drawn, and its winners wait for the show. */
  readonly waits: boolean;
  /** Whether the show has winners to reveal: it is under way, winners wait for it, or they were just drawn. */
  readonly revealing: boolean;
  /** Prizes that nobody has claimed, at most `MANY`. */
  readonly unclaimed: number;
};

/** A head of a page needs no larger number than this. */
const MANY = 99;

/** Winners who are announced already are offered to a show on the day of the draw: later their prizes matter. */
const SHOW_WITHIN_MS = ANNOUNCED_WITHIN_HOURS * HOUR_MS;

/**
 * Where a raffle is on its way, by few queries. They cost about the same however many entries there are, but where a
 * list is closed, not locked, and its check seems to be over.
 */
export async function readDeskState(
  reader: Reader,
  scope: OrganiserScope,
  raffle: PublicRaffle,
  now: Date,
): Promise<DeskState> {
  const { dueDate, publishAt, lockedAt, drawnAt, announcedAt, roundAt } = raffle;
  const withShow = raffle.announce === "with-show";
  const waits = drawnAt !== null && announcedAt === null;
  const found = { publishAt, lookAlikes: 0, canLock: false, withShow, waits, revealing: false, unclaimed: 0 };
  if (drawnAt) {
    const { step, unclaimed } = await readAfterDraw(reader, scope);
    const isOver = step >= lastStep(raffle.prizes.length);
    const isNew = now.getTime() - drawnAt.getTime() < SHOW_WITHIN_MS;
    const revealing = waits || (!withShow && !isOver && (step > 0 || isNew));
    // Nobody in a list can claim.
    return { ...found, revealing, unclaimed: peopleCan(raffle).lookUp ? unclaimed : 0, is: "drawn", at: null };
  }
  if (lockedAt) return { ...found, is: "locked", at: roundAt };
  if (now <= dueDate) return { ...found, is: "open", at: dueDate };
  const [at, { inPlay, total }] = await Promise.all([readLockAt(reader, scope), countEntries(reader, scope)]);
  const lookAlikes = Math.min(await countOpenGroups(reader, scope, total), MANY);
  return { ...found, is: "closed", at, lookAlikes, canLock: inPlay > 0 };
}

type AfterDraw = { readonly step: number; readonly unclaimed: number };

async function readAfterDraw(reader: Reader, { raffleId }: OrganiserScope): Promise<AfterDraw> {
  const { rows } = await sql<AfterDraw>`
    select
      coalesce((select step from draw_shows where draw_shows.raffle_id = ${raffleId}), 0) as step,
      (
        select count(*)::int from (
          select 1 from claims where claims.raffle_id = ${raffleId} and gone_at is null and claimed_at is null limit ${MANY}
        ) as unclaimed
      ) as unclaimed
  `.execute(reader);
  return rows[0] ?? { step: 0, unclaimed: 0 };
}
