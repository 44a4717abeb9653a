import { type SqlBool, sql } from "kysely";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import { LISTED_RAFFLE_FIELDS } from "../fields.ts";
import { publicColumns, RAFFLES_PER_PAGE } from "../read.ts";
import type { RaffleSummary } from "../schema.ts";

/**
 * The place of a raffle in the list: whether it was open, when it closes (in microseconds, as the database has it), its
 * id.
 */
type Place = { readonly open: boolean; readonly due: number; readonly id: string };

const DUE = sql<string>`(extract(epoch from raffles.due_date) * 1000000)::bigint`;

/**
 * A part of the published raffles, for programs: first the open ones, soonest to close first; then the closed, last
 * closed first. A raffle that closes between two parts comes in the later one too.
 *
 * @param after the `next` of the part before; null for the first part; for what is none the list is at its end
 * @returns the raffles, and the place after which the next part begins; null at the end
 */
export async function publishedRafflesAfter(
  reader: Reader,
  after: string | null,
): Promise<{ raffles: RaffleSummary[]; next: string | null }> {
  const place = after === null ? null : readPlace(after);
  if (place === undefined) return { raffles: [], next: null };
  const wanted = RAFFLES_PER_PAGE + 1;
  // Two ranges of the index raffles_published. One order of both would read and sort all published raffles.
  const open = place && !place.open ? [] : await part(reader, "open", place, wanted);
  const rows = [...open];
  if (open.length < wanted) {
    const closed = await part(reader, "closed", place?.open ? null : place, wanted);
    // One that closed between the two statements is in both: a whole part is read, so that none is missing then.
    rows.push(...closed.filter(({ id }) => open.every((one) => one.id !== id)));
  }
  const shown = rows.slice(0, RAFFLES_PER_PAGE).map((row) => ({ ...row, open: Boolean(row.open) }));
  const last = rows.length > RAFFLES_PER_PAGE ? shown.at(-1) : undefined;
  return {
    raffles: shown.map(({ due: _, ...raffle }) => raffle as RaffleSummary),
    next: last ? writePlace({ ...last, due: Number(last.due) }) : null,
  };
}

/** The next raffles of one kind, in their order. */
function part(reader: Reader, kind: "open" | "closed", after: Place | null, limit: number) {
  const isOpen = kind === "open";
  return reader
    .selectFrom("raffles")
    .select(publicColumns(LISTED_RAFFLE_FIELDS))
    .select(DUE.as("due"))
    .where("status", "=", "Published")
    .where(isOpen ? sql<SqlBool>`raffles.due_date >= now()` : sql<SqlBool>`raffles.due_date < now()`)
    .$if(after !== null, (query) => query.where(isAfter(after as Place)))
    .orderBy("raffles.dueDate", isOpen ? "asc" : "desc")
    .orderBy("raffles.id")
    .limit(limit)
    .execute();
}

function isAfter({ open, due, id }: Place) {
  const later = sql<SqlBool>`(${DUE} = ${due} and raffles.id > ${id})`;
  return open ? sql<SqlBool>`(${DUE} > ${due} or ${later})` : sql<SqlBool>`(${DUE} < ${due} or ${later})`;
}

function writePlace({ open, due, id }: Place): string {
  return Buffer.from(JSON.stringify([open, due, id])).toString("base64url");
}

function readPlace(named: string): Place | undefined {
  try {
    const [open, due, id]: unknown[] = JSON.parse(Buffer.from(named, "base64url").toString("utf8"));
    const isPlace = typeof open === "boolean" && Number.isSafeInteger(due) && typeof id === "string" && isId(id);
    return isPlace ? { open, due: Number(due), id } : undefined;
  } catch {
    return undefined;
  }
}
