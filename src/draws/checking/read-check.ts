import { sql } from "kysely";
import type { SiteItself } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { findAlikePeople } from "./alike-people.ts";
import { countGroups, type GroupState, type Pair, stateOfGroups, type Verdict } from "./rules.ts";

/** How far the check of a raffle's look-alikes is. */
export type AlikeCheck = {
  /** In the order in which they are looked at. */
  readonly states: readonly GroupState[];
  readonly counts: ReturnType<typeof countGroups>;
  /** Whether all entries that could be alike were compared. */
  readonly complete: boolean;
};

/**
 * Finds entries that may be of one person, and what was decided on them. Nobody says that a check is over: it is while
 * no group is open, so that a look-alike that comes later opens it again.
 *
 * @param among how many entries are compared for each kind of likeness; null for all
 */
export async function readAlikeCheck(
  reader: Reader,
  scope: OrganiserScope | SiteItself,
  among: number | null = null,
): Promise<AlikeCheck> {
  const { groups, complete } = await findAlikePeople(reader, scope, among);
  if (groups.length === 0) return { states: [], counts: countGroups([]), complete };
  const { rows: decisions } = await sql<Pair & { verdict: Verdict }>`
    select first_id as "firstId", second_id as "secondId", verdict from look_alike_decisions
    where raffle_id = ${scope.raffleId} order by decided_at
  `.execute(reader);
  const { rows: out } = await sql<{ id: string }>`
    select id from entries
    where raffle_id = ${scope.raffleId} and id = any (${groups.flatMap(({ ids }) => ids)}::uuid[])
      and disqualified_for is not null
  `.execute(reader);
  const states = stateOfGroups(groups, { decisions, out: new Set(out.map(({ id }) => id)) });
  return { states, counts: countGroups(states), complete };
}

/** How many entries are compared at first: every page of the desk asks. */
const COMPARED = 1000;

/**
 * How many groups are open: the check is done where none is. Only where none is among some entries, all are compared.
 *
 * @param entries how many entries the raffle has
 */
export async function countOpenGroups(reader: Reader, scope: OrganiserScope, entries: number): Promise<number> {
  const { counts } = await readAlikeCheck(reader, scope, COMPARED);
  if (counts.open > 0 || entries <= COMPARED) return counts.open;
  return (await readAlikeCheck(reader, scope)).counts.open;
}
