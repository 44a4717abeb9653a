import { sql } from "kysely";
import type { OrganiserScope, StaffScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { findAlikePeople } from "#src/draws/checking/alike-people.ts";
import { lastStep } from "#src/draws/show/rules.ts";
import { countEntries } from "#src/entries/lists/entry-counts.ts";
import { ANNOUNCED_WITHIN_HOURS } from "#src/raffles/limits.ts";

/** Where a raffle is on its way, as each page of its desk says it. */
export type DeskState = {
  readonly codeId: string;
  readonly name: string;
  readonly is: "open" | "closed" | "locked" | "drawn";
  /** When it closes, its list locks by itself, or its randomness is published, by what it is now. */
  readonly at: Date | null;
  /** When it is published by itself, if that is planned. */
  readonly publishAt: Date | null;
  /** Groups of entries that may be of one person, at most `MANY`, from the due date until the list is locked. */
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

/** How many entries of a closed raffle are compared: every page of the desk asks. */
const COMPARED = 1000;

/** Winners who are announced already are offered to a show on the day of the draw: later their prizes matter. */
const SHOW_WITHIN_MS = ANNOUNCED_WITHIN_HOURS * 3_600_000;

/**
 * Where a raffle is on its way, by queries that cost about the same however many entries there are.
 *
 * @returns null where the raffle is gone
 */
export async function readDeskState(
  reader: Reader,
  scope: OrganiserScope | StaffScope,
  now: Date,
): Promise<DeskState | null> {
  const { raffleId } = scope;
  const { rows } = await sql<Row>`
    select code_id as "codeId", name, due_date as "dueDate", publish_at as "publishAt", lock_at as "lockAt", raffles.locked_at as "lockedAt",
      drawn_at as "drawnAt", announced_at as "announcedAt", announce, round_at as "roundAt", coalesce(step, 0) as step,
      (select count(*)::int from prizes where prizes.raffle_id = ${raffleId}) as prizes,
      case when drawn_at is null then 0 else (
        select count(*)::int from (
          select 1 from claims where claims.raffle_id = ${raffleId} and gone_at is null and claimed_at is null limit ${MANY}
        ) as unclaimed
      ) end as unclaimed
    from raffles
    left join draw_locks on draw_locks.raffle_id = raffles.id
    left join draw_results on draw_results.raffle_id = raffles.id
    left join draw_shows on draw_shows.raffle_id = raffles.id
    where raffles.id = ${raffleId}
  `.execute(reader);
  const [row] = rows;
  if (!row) return null;
  const {
    codeId,
    name,
    dueDate,
    publishAt,
    lockAt,
    lockedAt,
    drawnAt,
    roundAt,
    step,
    prizes,
    unclaimed,
    announcedAt,
    announce,
  } = row;
  const withShow = announce === "with-show";
  const waits = drawnAt !== null && announcedAt === null;
  const isOver = step >= lastStep(prizes);
  const isNew = drawnAt !== null && now.getTime() - drawnAt.getTime() < SHOW_WITHIN_MS;
  const revealing = waits || (!withShow && drawnAt !== null && !isOver && (step > 0 || isNew));
  const isChecked = lockedAt === null && drawnAt === null && dueDate < now;
  const lookAlikes = isChecked ? await countAlikePeople(reader, scope) : 0;
  const canLock = isChecked && (await countEntries(reader, scope)).inPlay > 0;
  const found = { codeId, name, publishAt, lookAlikes, canLock, unclaimed, withShow, waits, revealing };
  if (drawnAt) return { ...found, is: "drawn", at: null };
  if (lockedAt) return { ...found, is: "locked", at: roundAt };
  return now <= dueDate ? { ...found, is: "open", at: dueDate } : { ...found, is: "closed", at: lockAt };
}

async function countAlikePeople(reader: Reader, scope: OrganiserScope | StaffScope): Promise<number> {
  const { groups } = await findAlikePeople(reader, scope, COMPARED);
  return Math.min(groups.length, MANY);
}

type Row = {
  readonly codeId: string;
  readonly name: string;
  readonly dueDate: Date;
  readonly publishAt: Date | null;
  readonly lockAt: Date | null;
  readonly lockedAt: Date | null;
  readonly drawnAt: Date | null;
  readonly announcedAt: Date | null;
  readonly announce: string;
  readonly roundAt: Date | null;
  readonly step: number;
  readonly prizes: number;
  readonly unclaimed: number;
};
