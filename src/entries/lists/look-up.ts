import type { Selectable } from "kysely";
import type { StaffScope } from "#src/access/scope.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { maskPerson } from "#src/contact/masks.ts";
import type { Database } from "#src/db/connect.ts";
import type { DB } from "#src/db/tables.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { findPastWinners, type PausingRaffle } from "../standing/past-winners.ts";
import { type DrawTerms, type Standing, standingIn } from "../standing/rules.ts";
import { EVERY_ENTRY } from "./filter.ts";
import { findEntries } from "./search.ts";

/** With fewer characters, one could page through all who entered. */
export const SHORTEST_LOOK_UP = 3;

/** What a phone shows at a glance. Who finds more types more. */
export const MAX_LOOKED_UP = 20;

/** An entry as a counter needs it: to distinguish two people, and to say what is missing. */
export type LookedUpEntry = {
  readonly entryCode: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Masked. */
  readonly phone: string;
  readonly email: string;
  /** Whether it can win, and what; a helper reads no reason of the organiser's. */
  readonly standing: Standing;
};

/**
 * Finds entries at a counter by a fragment of a name, contact, address or entry code.
 *
 * Names are whole, because staff compare them with an ID. Contacts are masked: whoever stands at the counter says
 * theirs, which finds the entry, and nobody else's leaves the site.
 *
 * @returns at most MAX_LOOKED_UP entries by last name, and whether there are more; none for fewer than
 *   SHORTEST_LOOK_UP characters
 */
export async function lookUpEntries(
  db: Database,
  scope: StaffScope<"look-up-entries">,
  raffle: DrawTerms & PausingRaffle,
  fragment: string,
): Promise<{ readonly entries: readonly LookedUpEntry[]; readonly more: boolean }> {
  if (fragment.trim().length < SHORTEST_LOOK_UP) return { entries: [], more: false };
  const page = { order: "name", place: null, backwards: false, limit: MAX_LOOKED_UP + 1 } as const;
  const search = { fragment, withSource: false, filter: EVERY_ENTRY, ...page };
  const rows = await inSnapshot(db, async (reader) => {
    const { ids } = await findEntries(reader, scope, search);
    if (ids.length === 0) return [];
    return reader
      .selectFrom("entries")
      .select(COLUMNS)
      .where("raffleId", "=", scope.raffleId)
      .where("id", "in", ids)
      .orderBy(({ fn }) => fn("fold_for_search", ["lastName"]))
      .orderBy("id")
      .limit(MAX_LOOKED_UP + 1)
      .execute();
  });
  return { entries: await shownAt(db, raffle, rows.slice(0, MAX_LOOKED_UP)), more: rows.length > MAX_LOOKED_UP };
}

/** What a shop confirms rules by: the entry as a counter sees it, and what its entrant ticked and has done. */
export type EntryToConfirm = LookedUpEntry & {
  readonly claimedRules: readonly string[];
  readonly doneRules: readonly string[];
};

/** Finds the one entry whose code somebody has scanned or typed; null where the raffle has none. */
export async function lookUpEntry(
  db: Database,
  scope: StaffScope<"confirm-rules">,
  raffle: DrawTerms & PausingRaffle,
  entryCode: string,
): Promise<EntryToConfirm | null> {
  const row = await db
    .selectFrom("entries")
    .select(COLUMNS)
    .where("raffleId", "=", scope.raffleId)
    .where("entryCode", "=", typedCode(entryCode))
    .executeTakeFirst();
  const [shown] = row ? await shownAt(db, raffle, [row]) : [];
  return row && shown ? { ...shown, claimedRules: row.claimedRules, doneRules: row.doneRules } : null;
}

const COLUMNS = [
  "id",
  "entryCode",
  "firstName",
  "lastName",
  "phone",
  "email",
  "doneRules",
  "claimedRules",
  "earned",
  "wishes",
  "disqualifiedFor",
  "disqualifiedAt",
] as const;

type Row = Pick<Selectable<DB["entries"]>, (typeof COLUMNS)[number]>;

/** Rows as a counter sees them. */
async function shownAt(
  db: Database,
  raffle: DrawTerms & PausingRaffle,
  rows: readonly Row[],
): Promise<LookedUpEntry[]> {
  const judge = standingIn(raffle);
  const wonBefore = await findPastWinners(db, raffle, rows);
  return rows.map(({ id, entryCode, firstName, lastName, phone, email, disqualifiedFor, ...row }) => ({
    ...{ entryCode, firstName, lastName },
    ...maskPerson({ phone, email }),
    standing: judge({
      ...row,
      hasWonBefore: wonBefore.has(id),
      disqualifiedFor: disqualifiedFor === null ? null : "",
    }),
  }));
}
