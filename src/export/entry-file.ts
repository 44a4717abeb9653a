import { type RawBuilder, sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { EVERY_ENTRY, findsEvery } from "#src/entries/lists/filter.ts";
import type { WantedEntries } from "#src/entries/lists/search.ts";

/** What a file of entries holds. */
export type EntryFile = WantedEntries & {
  /** Whether it has the columns of `MORE_COLUMNS` too. */
  readonly everything: boolean;
};

/** Every entry, in the specified columns and the drops. */
export const PLAIN_FILE: EntryFile = { fragment: "", withSource: true, filter: EVERY_ENTRY, everything: false };

/** Whether a file may leave entries out. */
export function leavesOut({ fragment, filter }: EntryFile): boolean {
  return fragment !== "" || !findsEvery(filter);
}

type MoreColumn = {
  readonly header: string;
  readonly name: string;
  readonly width: number;
  readonly text: (raffleId: string) => RawBuilder<string>;
};

/** The columns of the file with everything, after all others. Removed rules and prizes are left out. */
export const MORE_COLUMNS: readonly MoreColumn[] = [
  {
    header: "Entered (UTC)",
    name: "entered",
    width: 17,
    text: () => sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`,
  },
  {
    header: "Rules Done",
    name: "rules_done",
    width: 40,
    text: (raffleId) => sql`(
      select coalesce(string_agg(rules.details, ' / ' order by rules.number), '') from rules
      where rules.raffle_id = ${raffleId} and rules.id = any (entries.done_rules)
    )`,
  },
  {
    header: "Wishlist",
    name: "wishlist",
    width: 40,
    text: (raffleId) => sql`(
      select coalesce(string_agg(
        prizes.name || case when wish ->> 'note' = '' then '' else ' (' || (wish ->> 'note') || ')' end,
        ' / ' order by prizes.order_number
      ), '')
      from jsonb_array_elements(entries.wishes) as wish
      join prizes on prizes.raffle_id = ${raffleId} and prizes.id = (wish ->> 'prizeId')::uuid
      where wish ->> 'status' = 'Selected'
    )`,
  },
  {
    header: "Promotions",
    name: "consent",
    width: 12,
    text: () => sql`case when promotions then 'yes' else 'no' end`,
  },
  {
    header: "Drops Earned",
    name: "drops_earned",
    width: 40,
    text: (raffleId) => sql`(
      select coalesce(string_agg(rules.details || ': ' || (entries.earned ->> rules.id::text), ' / ' order by rules.number), '')
      from rules where rules.raffle_id = ${raffleId} and entries.earned ->> rules.id::text is not null
    )`,
  },
];

/** Sorts before every UUID of version 7. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const AFTER_ALL = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** A batch: the entries after one id and up to another, and the number of entries before it. */
export type Span = { readonly after: string; readonly until: string; readonly before: number };

/** The bounds of each batch of a raffle's entries, oldest first, found with the index alone. */
export async function* spansOf(reader: Reader, scope: OrganiserScope, size: number): AsyncGenerator<Span, void> {
  for (let after = BEFORE_ALL, before = 0; after !== AFTER_ALL; before += size) {
    const last = await reader
      .selectFrom("entries")
      .select("id")
      .where("raffleId", "=", scope.raffleId)
      .where("id", ">", after)
      .orderBy("id")
      .offset(size - 1)
      .limit(1)
      .executeTakeFirst();
    const until = last?.id ?? AFTER_ALL;
    yield { after, until, before };
    after = until;
  }
}
