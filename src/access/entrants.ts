import { sql } from "kysely";
import type { Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { byShard, raffleOf } from "#src/db/sharding/sharded.ts";
import type { EntryCodeAttempts } from "./codes/entry-code-attempts.ts";
import { type EntrantScope, mintEntrantScope } from "./scope.ts";

/** An entry code as codes are stored, and its raffle. */
export type NamedEntry = { readonly raffleId: string; readonly entryCode: string };

/**
 * Proves entrants by several entry codes at once, as a browser remembers them. Each wrong code counts as on an entry's
 * page. Where a code would cost a puzzle, all of them are refused with `too-many-requests`: nothing says which are
 * right.
 *
 * @returns the proofs by `entrantKey`; those of wrong codes are missing
 */
export async function proveEntrants(
  deps: { readonly reader: Reader; readonly entryAttempts: EntryCodeAttempts; readonly address: string },
  named: readonly NamedEntry[],
): Promise<Outcome<ReadonlyMap<string, EntrantScope>, Refusal<"too-many-requests">>> {
  return deps.entryAttempts.attemptAll(deps.address, named.map(entrantKey), () => findEntrants(deps.reader, named));
}

/** Names an entry among those of several raffles. */
export function entrantKey({ raffleId, entryCode }: NamedEntry): string {
  return `${raffleId} ${entryCode}`;
}

async function findEntrants(reader: Reader, named: readonly NamedEntry[]): Promise<ReadonlyMap<string, EntrantScope>> {
  const found = new Map<string, EntrantScope>();
  for (const its of byShard(reader, named)) {
    const raffle = raffleOf(reader, "asked.raffle_id", its);
    const [raffleIds, codes] = [its.map(({ raffleId }) => raffleId), its.map(({ entryCode }) => entryCode)];
    const { rows } = await sql<NamedEntry & { readonly id: string }>`
      select entries.raffle_id as "raffleId", entries.id, entries.entry_code as "entryCode"
      from unnest(${raffleIds}::uuid[], ${codes}::text[]) as asked (raffle_id, entry_code)
      join entries on entries.raffle_id = ${raffle} and entries.entry_code = asked.entry_code
    `.execute(reader);
    for (const row of rows) found.set(entrantKey(row), mintEntrantScope(row.raffleId, row.id));
  }
  return found;
}

/** Whether a raffle has entries: then it cannot be deleted, and somebody has to own it. */
export async function hasEntries(reader: Reader, { raffleId }: { readonly raffleId: string }): Promise<boolean> {
  const entry = await reader
    .selectFrom("entries")
    .select("id")
    .where("raffleId", "=", raffleId)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}
