import type { SqlBool } from "kysely";
import { CODE_FORMATS, typedCode } from "#src/base/code-formats.ts";
import type { Reader } from "#src/db/connect.ts";
import { LISTED_RAFFLE_FIELDS } from "../fields.ts";
import { isNamed, publicColumns, RAFFLES_PER_PAGE } from "../read.ts";
import type { RaffleSummary } from "../schema.ts";
import { countEntriesOf } from "./account-raffles.ts";

/** A raffle for its organiser, who may delete it while nobody has entered. */
export type OrganiserRaffle = RaffleSummary & { readonly id: string; readonly hasEntries: boolean };

/**
 * One page of the raffles that anybody finds who wants to organise one, the newest first: the published ones, and one
 * of any status by its code.
 *
 * @param fragment a part of the name of a raffle or shop, or a raffle's code; empty for all
 * @param page counted from 1
 * @returns the raffles, and whether another page follows
 */
export async function searchRaffles(
  reader: Reader,
  fragment: string,
  page: number,
): Promise<{ raffles: OrganiserRaffle[]; more: boolean }> {
  const code = typedCode(fragment);
  // A code is looked up by its index. Only what is none is looked for in names, which reads all published raffles.
  if (page === 1 && CODE_FORMATS.raffle.test(code)) {
    const found = await organiserRaffles(reader).where("codeId", "=", code).execute();
    if (found.length > 0) return { raffles: await withEntries(reader, found), more: false };
  }
  // Without a text, what is skipped is read by the index raffles_published_ids alone.
  const ids = reader
    .selectFrom("raffles")
    .select("id")
    .where("status", "=", "Published")
    .$if(fragment !== "", (query) => query.where(isNamed(fragment)))
    .orderBy("id", "desc")
    .limit(RAFFLES_PER_PAGE + 1)
    .offset((page - 1) * RAFFLES_PER_PAGE);
  const rows = await organiserRaffles(reader).where("raffles.id", "in", ids).execute();
  const raffles = await withEntries(reader, rows.slice(0, RAFFLES_PER_PAGE));
  return { raffles, more: rows.length > RAFFLES_PER_PAGE };
}

/** These raffles, of any status, the newest first. */
export async function readRaffles(reader: Reader, ids: readonly string[]): Promise<OrganiserRaffle[]> {
  if (ids.length === 0) return [];
  const rows = await organiserRaffles(reader).where("id", "in", ids).execute();
  return withEntries(reader, rows);
}

function organiserRaffles(reader: Reader) {
  return (
    reader
      .selectFrom("raffles")
      .select(publicColumns(LISTED_RAFFLE_FIELDS))
      // Ids grow with time, and have an index.
      .orderBy("raffles.id", "desc")
  );
}

/** Counts in a statement of its own: a sharded database joins no raffle to its entries. */
async function withEntries<Row extends { readonly id: string; readonly open: SqlBool }>(
  reader: Reader,
  rows: readonly Row[],
): Promise<OrganiserRaffle[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const entries = await countEntriesOf(reader, ids);
  return rows.map(
    (row) => ({ ...row, open: Boolean(row.open), hasEntries: (entries.get(row.id) ?? 0) > 0 }) as OrganiserRaffle & Row,
  );
}
