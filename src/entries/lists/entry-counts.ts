import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { saidDropsInSql } from "../drops.ts";
import { type PausingRaffle, readPastWinners } from "../standing/past-winners.ts";
import { isValidInSql, meetsPlanInSql } from "../valid-entry.ts";

export type EntryTotals = {
  readonly total: number;
  /** Entries that have done every rule that the raffle has now. */
  readonly valid: number;
  /** The drops of all entries together. */
  readonly drops: number;
  /** Entries that can win, as `standingIn` decides. These and the next three are all. */
  readonly inPlay: number;
  /** Entries that are not out for the reasons below, and lack rules that the plan asks for. */
  readonly rulesMissing: number;
  readonly disqualified: number;
  /** Entries that are not disqualified, of people who won in another draw of the owner not long ago. */
  readonly wonBefore: number;
};

const MEETS_PLAN = meetsPlanInSql(sql.ref("needed.requires"), sql.ref("needed.rules"));

/**
 * The exact number of a raffle's entries. From the stored counts it subtracts the indexed version of each entry that
 * has changed since, and adds the current one. Call it in a snapshot.
 */
export async function countEntries(reader: Reader, scope: Pick<OrganiserScope, "raffleId">): Promise<EntryTotals> {
  const pausing = await reader
    .selectFrom("raffles")
    .select(["id", "pauseDays", "lockedAt"])
    .where("id", "=", scope.raffleId)
    .executeTakeFirst();
  return pausing ? countOf(reader, pausing) : NOTHING;
}

const NOTHING: EntryTotals = {
  ...{ total: 0, valid: 0, drops: 0 },
  ...{ inPlay: 0, rulesMissing: 0, disqualified: 0, wonBefore: 0 },
};

async function countOf(reader: Reader, raffle: PausingRaffle): Promise<EntryTotals> {
  const { hasInSql: hasWonBefore } = await readPastWinners(reader, raffle);
  const { rows } = await sql<EntryTotals>`
    with needed as materialized (
      select array(select id from rules where raffle_id = ${raffle.id}) as rules,
        (select draw_requires from raffles where id = ${raffle.id}) as requires
    ), pending as materialized (
      select distinct unnest(entry_ids) as id from entry_changes where raffle_id = ${raffle.id}
    ), parts as (
      select entries, done_rules from entry_tick_counts where raffle_id = ${raffle.id}
      union all
      select -1, done_rules from entry_search join pending on pending.id = entry_id where raffle_id = ${raffle.id}
      union all
      select 1, done_rules from entries join pending using (id) where raffle_id = ${raffle.id}
    ), combinations as (
      select done_rules, sum(entries) as entries from parts group by done_rules having sum(entries) <> 0
    ), out as (
      select count(*) filter (where disqualified_for is not null) as disqualified,
        count(*) filter (where disqualified_for is null) as won_before, count(*) filter (where ${MEETS_PLAN}) as meeting
      from entries, needed where raffle_id = ${raffle.id} and (disqualified_for is not null or ${hasWonBefore})
    ), counted as (
      select coalesce(sum(entries), 0)::int8 as total,
        coalesce(sum(entries) filter (where ${isValidInSql(raffle.id, sql.ref("needed.rules"))}), 0)::int8 as valid,
        coalesce(sum(entries) filter (where ${MEETS_PLAN}), 0)::int8 as meeting,
        coalesce(sum(entries * ${saidDropsInSql(raffle.id, sql.ref("done_rules"))}), 0)::int8 as drops
      from combinations, needed
    ), earned as (
      -- As 'dropsOf' counts: a rule gives no more than it is worth now.
      select coalesce(sum(greatest(0, least(given.drops, rules.drops * rules.max_times))), 0)::int8 as drops
      from (
        select rule_id, sum(drops) as drops from earned_drops where raffle_id = ${raffle.id} group by entry_id, rule_id
      ) as given join rules on rules.raffle_id = ${raffle.id} and rules.id = rule_id
    )
    select total, valid, (counted.drops + earned.drops)::int8 as drops, disqualified, won_before as "wonBefore", (counted.meeting - out.meeting)::int8 as "inPlay",
      (total - counted.meeting - disqualified - won_before + out.meeting)::int8 as "rulesMissing"
    from counted, earned, out
  `.execute(reader);
  return rows[0] ?? NOTHING;
}
