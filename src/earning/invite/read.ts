import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { readPastWinners } from "#src/entries/standing/past-winners.ts";
import { meetsPlanInSql } from "#src/entries/valid-entry.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { type InvitedEntry, type InviteRow, type InviteState, statesOf } from "./states.ts";

/** How many entries of one inviter are looked at, the oldest first: each is compared with those before it. */
const MAX_INVITED = 300;

/**
 * Entries that came by links, and still are in the raffle with the entry that invited them. Whether one is valid leaves
 * out rules that are proved by invitations: nobody has to invite others to be worth something to their inviter.
 *
 * @param inviterId of one inviter; without it, of all of them
 */
export async function readInvited(reader: Reader, raffle: PublicRaffle, inviterId?: string): Promise<InvitedEntry[]> {
  const { hasInSql: hasWonBefore } = await readPastWinners(reader, raffle);
  const needed = raffle.rules.filter(({ proof }) => proof !== "invite").map(({ id }) => id);
  const isValid = meetsPlanInSql(sql`${raffle.drawRequires}::text`, sql`${needed}::uuid[]`);
  const { rows } = await sql<InvitedEntry>`
    select entries.id, invited_by as "inviterId",
      disqualified_for is null and ${hasWonBefore} is not true and ${isValid} as "isValid",
      not exists (
        select from entry_search as own
        where own.raffle_id = ${raffle.id} and own.entry_id = entries.id and own.has_alike_keys
      ) or exists (
        select from entries as other
        join entry_search as theirs on theirs.raffle_id = other.raffle_id and theirs.entry_id = other.id
        join entry_search as own on own.raffle_id = other.raffle_id and own.entry_id = entries.id
        where other.raffle_id = ${raffle.id} and other.id <> entries.id
          and (other.id = entries.invited_by
            or (other.invited_by = entries.invited_by and (other.created_at, other.id) < (entries.created_at, entries.id)))
          and (other.network_hash = entries.network_hash or theirs.alike = own.alike
            or theirs.mailbox_key = own.mailbox_key or theirs.home_key = own.home_key
            or theirs.phone_head_key = own.phone_head_key or theirs.phone_tail_key = own.phone_tail_key)
      ) as "isAlike"
    from (
      select id as placed_id, row_number() over (partition by invited_by order by created_at, id) as place
      from entries where raffle_id = ${raffle.id} and invited_by is not null
        and (${inviterId ?? null}::uuid is null or invited_by = ${inviterId ?? null}::uuid)
    ) as placed join entries on entries.raffle_id = ${raffle.id} and entries.id = placed_id
    where place <= ${MAX_INVITED} and exists (
      select from entries as inviter where inviter.raffle_id = ${raffle.id} and inviter.id = entries.invited_by
        and (inviter.created_at, inviter.id) < (entries.created_at, entries.id)
    )
    order by entries.created_at, entries.id
  `.execute(reader);
  return rows;
}

/** The rows of the ledger that invitations gave and that take them back, the oldest first. */
export async function readInviteRows(reader: Reader, raffleId: string, inviterId?: string): Promise<InviteRow[]> {
  const { rows } = await sql<InviteRow>`
    select id, entry_id as "entryId", rule_id as "ruleId", drops, withdraws, source_key as "sourceKey",
      given_by as "givenBy"
    from earned_drops where raffle_id = ${raffleId} and way = 'invite'
      and (${inviterId ?? null}::uuid is null or entry_id = ${inviterId ?? null}::uuid)
    order by at, id
  `.execute(reader);
  return rows;
}

/** An invited entry as the desk shows it. */
export type ShownInvited = {
  readonly id: string;
  readonly ruleId: string;
  readonly entryCode: string;
  readonly name: string;
  readonly state: InviteState;
};

/** Who came by an entry's link, and what becomes of each, for the desk. */
export async function readInvitedOf(reader: Reader, raffle: PublicRaffle, entryId: string): Promise<ShownInvited[]> {
  const rules = raffle.rules.filter(({ proof }) => proof === "invite");
  if (rules.length === 0) return [];
  const invited = await readInvited(reader, raffle, entryId);
  const rows = await readInviteRows(reader, raffle.id, entryId);
  const { rows: people } = await sql<{ id: string; entryCode: string; name: string }>`
    select id, entry_code as "entryCode", first_name || ' ' || last_name as name from entries
    where raffle_id = ${raffle.id} and id = any (${invited.map(({ id }) => id)}::uuid[])
  `.execute(reader);
  const persons = new Map(people.map((person) => [person.id, person]));
  return rules.flatMap((rule) => {
    const states = statesOf(
      invited,
      rows.filter(({ ruleId }) => ruleId === rule.id),
      rule,
    );
    return invited.flatMap(({ id }) => {
      const person = persons.get(id);
      return person ? { ...person, ruleId: rule.id, state: states.get(id) ?? "out" } : [];
    });
  });
}

/** How many came by an entry's link, for its entrant: nobody's name, and not which of them waits. */
export type OwnInvited = { readonly joined: number; readonly counted: number; readonly waiting: number };

export async function countOwnInvited(reader: Reader, raffle: PublicRaffle, entryId: string): Promise<OwnInvited> {
  const shown = await readInvitedOf(reader, raffle, entryId);
  const count = (...states: InviteState[]) => shown.filter(({ state }) => states.includes(state)).length;
  return { joined: new Set(shown.map(({ id }) => id)).size, counted: count("counts"), waiting: count("waits") };
}
