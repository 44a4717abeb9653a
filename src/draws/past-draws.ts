import { type SqlBool, sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { publicColumns } from "#src/raffles/read.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import { type Outlook, readOutlooks } from "./outlook.ts";

/** What comes of a raffle whose draw date has passed, and which somebody entered. */
export type PastOutlook = Exclude<Outlook, "open" | "empty">;

/** A raffle whose draw date has passed. */
export type PastDraw = {
  readonly id: string;
  readonly codeId: string;
  readonly name: string;
  /** When it is drawn, or was to be drawn. */
  readonly draw: Date;
  readonly lockedAt: Date | null;
  /** Null where it was not drawn here, or not yet. */
  readonly drawnAt: Date | null;
  readonly announcedAt: Date | null;
  readonly outlook: PastOutlook;
};

/** Draws that one page shows. */
const DRAWS_PER_PAGE = 50;

/**
 * Published raffles whose draw date has passed, the latest draw date first. Without those that nobody entered: nothing
 * was to be drawn.
 *
 * @param page counted from 1
 * @returns the draws, and whether another page follows
 */
export async function listPastDraws(
  reader: Reader,
  page: number,
  now: Date,
): Promise<{ readonly draws: readonly PastDraw[]; readonly more: boolean }> {
  const rows = await reader
    .selectFrom("raffles")
    .select(publicColumns(["name", "dueDate", "drawDate", "checkMinutes", "leadMinutes", "claimDays", "announce"]))
    .where("status", "=", "Published")
    .where(sql<SqlBool>`draw_date <= now()`)
    .orderBy("drawDate", "desc")
    .orderBy("id", "desc")
    .limit(DRAWS_PER_PAGE + 1)
    .offset((page - 1) * DRAWS_PER_PAGE)
    .execute();
  const closed = rows.slice(0, DRAWS_PER_PAGE).map((row) => ({ ...row, open: false }));
  const outlooks = await readOutlooks(reader, closed, now);
  const draws = closed.flatMap((row) => {
    const outlook = outlooks.get(row.id) ?? "over";
    return outlook === "empty" || outlook === "open" ? [] : [{ ...row, draw: timelineOf(row).draw, outlook }];
  });
  return { draws, more: rows.length > DRAWS_PER_PAGE };
}
