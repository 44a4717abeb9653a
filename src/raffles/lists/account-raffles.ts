import { type SqlBool, sql } from "kysely";
import { type TeamRole, teamRoleOf } from "#src/access/roles.ts";
import type { AccountScope, AdminScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import type { RaffleStatus } from "../limits.ts";

/** A raffle in the lists of its owner and of admins. */
export type AccountRaffle = {
  readonly codeId: string;
  readonly name: string;
  readonly status: RaffleStatus;
  readonly dueDate: Date;
  readonly open: boolean;
  /** Counted asynchronously behind the fast path, so a moment old. */
  readonly entries: number;
};

/** A raffle as admins see it, with its owners' e-mails. */
export type AdminRaffle = AccountRaffle & { readonly owner: string | null };

const RAFFLES_PER_PAGE = 50;

const OWNERS = sql<string | null>`(
  select string_agg(email, ', ' order by joined_at) from raffle_members join users on users.id = user_id
  where raffle_id = raffles.id and raffle_members.role = 'owner'
)`;

/** A raffle of an account, and what the account is for it. */
export type OwnRaffle = AccountRaffle & { readonly id: string; readonly role: TeamRole };

/** One page of the raffles whose people an account belongs to, the newest first. */
export async function listOwnRaffles(
  reader: Reader,
  account: AccountScope,
  page: number,
): Promise<{ raffles: OwnRaffle[]; more: boolean }> {
  const rows = await accountRaffles(reader, page)
    .innerJoin("raffleMembers", "raffleId", "raffles.id")
    .select(["raffles.id", "role"])
    .where("userId", "=", account.userId)
    .execute();
  return pageOf(
    reader,
    rows.map((row) => ({ ...row, role: teamRoleOf(row.role) ?? "helper" })),
  );
}

/**
 * One page of all raffles, the newest first.
 *
 * @param fragment text that the name, the code or an owner's e-mail must contain; empty for all
 */
export async function listRafflesForAdmin(
  reader: Reader,
  _scope: AdminScope,
  { fragment, page }: { readonly fragment: string; readonly page: number },
): Promise<{ raffles: AdminRaffle[]; more: boolean }> {
  const wanted = fragment.trim().toLowerCase();
  const rows = await accountRaffles(reader, page)
    .select("raffles.id")
    .select(OWNERS.as("owner"))
    .$if(wanted !== "", (query) =>
      query.where(
        // The members of all raffles are searched once: a subselect of each raffle's owners would run for every raffle.
        sql<SqlBool>`(position(${wanted} in lower(concat_ws(E'\n', raffles.name, raffles.code_id))) > 0 or raffles.id in (
          select raffle_id from raffle_members join users on users.id = user_id
          where raffle_members.role = 'owner' and position(${wanted} in lower(email)) > 0
        ))`,
      ),
    )
    .execute();
  const { raffles, more } = await pageOf(reader, rows);
  return { raffles: raffles.map(({ id: _, ...raffle }) => raffle), more };
}

function accountRaffles(reader: Reader, page: number) {
  return reader
    .selectFrom("raffles")
    .select(["raffles.codeId", "raffles.name", "raffles.status", "raffles.dueDate"])
    .select(sql<boolean>`now() <= raffles.due_date`.as("open"))
    .orderBy("raffles.createdAt", "desc")
    .orderBy("raffles.id", "desc")
    .limit(RAFFLES_PER_PAGE + 1)
    .offset((page - 1) * RAFFLES_PER_PAGE);
}

async function pageOf<Row extends { id: string; status: string }>(reader: Reader, rows: readonly Row[]) {
  const raffles = rows.slice(0, RAFFLES_PER_PAGE) as (Row & { status: RaffleStatus })[];
  const entries = await countEntriesOf(
    reader,
    raffles.map(({ id }) => id),
  );
  return {
    raffles: raffles.map((raffle) => ({ ...raffle, entries: entries.get(raffle.id) ?? 0 })),
    more: rows.length > RAFFLES_PER_PAGE,
  };
}

/** The entries of these raffles, counted asynchronously behind the fast path. A raffle without any may be missing. */
export async function countEntriesOf(
  reader: Reader,
  raffleIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ raffleId: string; entries: number }>`
    select raffle_id as "raffleId", sum(entries)::int8 as entries from entry_tick_counts
    where raffle_id = any (${[...raffleIds]}::uuid[]) group by raffle_id
  `.execute(reader);
  return new Map(rows.map(({ raffleId, entries }) => [raffleId, entries]));
}

/** Whether a raffle belongs to an account. */
export async function hasOwner(reader: Reader, raffleId: string): Promise<boolean> {
  const row = await reader
    .selectFrom("raffleMembers")
    .select("userId")
    .where("raffleId", "=", raffleId)
    .where("role", "=", "owner")
    .executeTakeFirst();
  return row !== undefined;
}
