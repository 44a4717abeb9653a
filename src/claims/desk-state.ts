import { sql } from "kysely";
import type { OrganiserScope, StaffScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { lastStep } from "#src/draws/show/rules.ts";

/** Where a raffle is on its way, as each page of its desk says it. */
export type DeskState = {
  readonly codeId: string;
  readonly name: string;
  readonly is: "open" | "closed" | "locked" | "drawn";
  /** When it closes, its list locks by itself, or its randomness is published, by what it is now. */
  readonly at: Date | null;
  /** When it is published by itself, if that is planned. */
  readonly publishAt: Date | null;
  /** Groups of entries of one name and address, at most `MANY`, before the list is locked. */
  readonly lookAlikes: number;
  /** Whether there is a winner whom the show has not revealed yet. */
  readonly revealing: boolean;
  /** Prizes that nobody has claimed, at most `MANY`. */
  readonly unclaimed: number;
};

/** A head of a page needs no larger number than this. */
const MANY = 99;

/** How many entries of a closed raffle are compared: every page of the desk asks. */
const COMPARED = 5000;

/**
 * Where a raffle is on its way, by one query that costs about the same however many entries there are.
 *
 * @returns null where the raffle is gone
 */
export async function readDeskState(
  reader: Reader,
  { raffleId }: OrganiserScope | StaffScope,
  now: Date,
): Promise<DeskState | null> {
  const { rows } = await sql<Row>`
    select code_id as "codeId", name, due_date as "dueDate", publish_at as "publishAt", lock_at as "lockAt", raffles.locked_at as "lockedAt",
      drawn_at as "drawnAt", round_at as "roundAt", coalesce(step, 0) as step,
      (select count(*)::int from prizes where prizes.raffle_id = ${raffleId}) as prizes,
      case when drawn_at is null then 0 else (
        select count(*)::int from (
          select 1 from claims where claims.raffle_id = ${raffleId} and gone_at is null and claimed_at is null limit ${MANY}
        ) as unclaimed
      ) end as unclaimed,
      case when raffles.locked_at is not null or due_date >= ${now} then 0 else (
        select count(*)::int from (
          select 1 from (
            select alike from entry_search
            where entry_search.raffle_id = ${raffleId} and alike is not null order by alike limit ${COMPARED}
          ) as compared
          group by alike having count(*) > 1 limit ${MANY}
        ) as groups
      ) end as "lookAlikes"
    from raffles
    left join draw_locks on draw_locks.raffle_id = raffles.id
    left join draw_shows on draw_shows.raffle_id = raffles.id
    where raffles.id = ${raffleId}
  `.execute(reader);
  const [row] = rows;
  if (!row) return null;
  const { codeId, name, dueDate, publishAt, lockAt, lockedAt, drawnAt, roundAt, step, prizes, unclaimed, lookAlikes } =
    row;
  const revealing = drawnAt !== null && step < lastStep(prizes);
  const found = { codeId, name, publishAt, lookAlikes, unclaimed, revealing };
  if (drawnAt) return { ...found, is: "drawn", at: null };
  if (lockedAt) return { ...found, is: "locked", at: roundAt };
  return now <= dueDate ? { ...found, is: "open", at: dueDate } : { ...found, is: "closed", at: lockAt };
}

type Row = {
  readonly codeId: string;
  readonly name: string;
  readonly dueDate: Date;
  readonly publishAt: Date | null;
  readonly lockAt: Date | null;
  readonly lockedAt: Date | null;
  readonly drawnAt: Date | null;
  readonly roundAt: Date | null;
  readonly step: number;
  readonly prizes: number;
  readonly unclaimed: number;
  readonly lookAlikes: number;
};
