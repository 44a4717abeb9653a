import type { StaffScope } from "#src/access/scope.ts";
import { maskPerson } from "#src/contact/masks.ts";
import type { Database } from "#src/db/connect.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { findPastWinners, type PausingRaffle } from "../standing/past-winners.ts";
import { type DrawTerms, type Standing, standingIn } from "../standing/rules.ts";
import { EVERY_ENTRY } from "./filter.ts";
import { findEntries } from "./search.ts";

/** With fewer characters, one could page through all who entered. */
export const SHORTEST_LOOK_UP = 3;

/** What a phone shows at a glance. Who finds more types more. */
export const MAX_LOOKED_UP = 20;

/** An entry as a counter needs it: to tell two people apart, and to say what is missing. */
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
      .select([
        "id",
        "entryCode",
        "firstName",
        "lastName",
        "phone",
        "email",
        "doneRules",
        "earned",
        "wishes",
        "disqualifiedFor",
        "disqualifiedAt",
      ])
      .where("raffleId", "=", scope.raffleId)
      .where("id", "in", ids)
      .orderBy(({ fn }) => fn("fold_for_search", ["lastName"]))
      .orderBy("id")
      .limit(MAX_LOOKED_UP + 1)
      .execute();
  });
  const judge = standingIn(raffle);
  const wonBefore = await findPastWinners(db, raffle, rows);
  const entries = rows
    .slice(0, MAX_LOOKED_UP)
    .map(({ id, doneRules, earned, wishes, disqualifiedFor, disqualifiedAt, phone, email, ...entry }) => ({
      ...entry,
      ...maskPerson({ phone, email }),
      standing: judge({
        ...{ doneRules, earned, wishes, disqualifiedAt, hasWonBefore: wonBefore.has(id) },
        disqualifiedFor: disqualifiedFor === null ? null : "",
      }),
    }));
  return { entries, more: rows.length > MAX_LOOKED_UP };
}
