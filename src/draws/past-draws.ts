import { type SqlBool, sql } from "kysely";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import type { RaffleStatus } from "#src/raffles/limits.ts";
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
  readonly status: RaffleStatus;
  readonly shopName: string;
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
 * @param after the `next` of the page before; null for the first page, as is what is no place
 * @returns the draws, and the place after which the next page begins; null at the end
 */
export async function listPastDraws(
  reader: Reader,
  after: string | null,
  now: Date,
): Promise<{ readonly draws: readonly PastDraw[]; readonly next: string | null }> {
  const place = after === null ? null : readPlace(after);
  const rows = await reader
    .selectFrom("raffles")
    .select(
      publicColumns([
        "name",
        "status",
        "shopName",
        "dueDate",
        "drawDate",
        "checkMinutes",
        "leadMinutes",
        "claimDays",
        "announce",
      ]),
    )
    .where("status", "=", "Published")
    .select(sql<string>`(extract(epoch from draw_date) * 1000000)::bigint`.as("drawn"))
    .where(sql<SqlBool>`draw_date <= now()`)
    .$if(place !== null, (query) =>
      query.where(
        sql<SqlBool>`(draw_date, raffles.id) < (
          timestamptz 'epoch' + ${place?.drawn}::float8 * interval '1 microsecond', ${place?.id}::uuid)`,
      ),
    )
    .orderBy("drawDate", "desc")
    .orderBy("id", "desc")
    .limit(DRAWS_PER_PAGE + 1)
    .execute();
  const closed = rows.slice(0, DRAWS_PER_PAGE).map((row) => ({ ...row, open: false }));
  const outlooks = await readOutlooks(reader, closed, now);
  const draws = closed.flatMap((row) => {
    const outlook = outlooks.get(row.id) ?? "over";
    return outlook === "empty" || outlook === "open"
      ? []
      : [{ ...row, status: "Published" as const, draw: timelineOf(row).draw, outlook }];
  });
  const last = rows.length > DRAWS_PER_PAGE ? closed.at(-1) : undefined;
  return { draws, next: last ? `${last.drawn}.${last.id}` : null };
}

/** The place of a draw in the list: its date in microseconds, as the database has it, and its id. */
function readPlace(named: string): { readonly drawn: number; readonly id: string } | null {
  const [, drawn = "", id = ""] = /^(\d{1,15}|1\d{15})\.(.+)$/.exec(named) ?? [];
  return isId(id) ? { drawn: Number(drawn), id } : null;
}
