import { type SqlBool, sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import { inPrizeOrder, inRuleOrder } from "./rules.ts";
import type { PublicRaffle, RaffleSummary } from "./schema.ts";

const RAFFLE_CODE = /^[A-Z0-9]{8}$/;

// Everything about a raffle that anyone may know. The access code's hash is deliberately not among it.
const PUBLIC_COLUMNS = [
  "raffles.id",
  "raffles.codeId",
  "raffles.name",
  "raffles.details",
  "raffles.dueDate",
  "raffles.drawDate",
  "raffles.status",
  "raffles.createdAt",
] as const;

// The database's clock decides, so that several machines agree on the last second.
const isOpen = sql<SqlBool>`now() <= raffles.due_date`.as("open");

/**
 * Finds a raffle by its id or its code (in any case), with its prizes and rules in their order.
 *
 * @returns the raffle as anyone may see it, whatever its status (unpublished means unlisted), or null.
 */
export async function findRaffle(reader: Reader, idOrCode: string): Promise<PublicRaffle | null> {
  const key = raffleKey(idOrCode);
  if (key === null) return null;
  const row = await reader
    .selectFrom("raffles")
    .select([
      ...PUBLIC_COLUMNS,
      "raffles.retentionDays",
      "raffles.sources",
      "raffles.facebookLink",
      "raffles.instagramLink",
      "raffles.version",
      isOpen,
    ])
    .select((eb) => [
      eb
        .selectFrom("prizes")
        .select(({ fn, ref }) =>
          fn
            .jsonAgg(
              jsonBuildObject({
                id: ref("prizes.id"),
                prizeCode: ref("prizes.prizeCode"),
                name: ref("prizes.name"),
                details: ref("prizes.details"),
                worth: ref("prizes.worth"),
                numberOfWinners: ref("prizes.numberOfWinners"),
                orderNumber: ref("prizes.orderNumber"),
              }),
            )
            .as("list"),
        )
        .whereRef("prizes.raffleId", "=", "raffles.id")
        .as("prizes"),
      eb
        .selectFrom("rules")
        .select(({ fn, ref }) =>
          fn
            .jsonAgg(
              jsonBuildObject({
                id: ref("rules.id"),
                number: ref("rules.number"),
                details: ref("rules.details"),
                drops: ref("rules.drops"),
              }),
            )
            .as("list"),
        )
        .whereRef("rules.raffleId", "=", "raffles.id")
        .as("rules"),
    ])
    .where(key.column, "=", key.value)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...row,
    open: Boolean(row.open),
    prizes: inPrizeOrder(row.prizes ?? []),
    rules: inRuleOrder(row.rules ?? []),
  } as PublicRaffle;
}

/** How many entries ticked each of these rules, and wished for each of these prizes; those that nobody did are left out. */
export async function countTicks(
  reader: Reader,
  raffleId: string,
  removed: { readonly rules: readonly string[]; readonly prizes: readonly string[] },
): Promise<Map<string, number>> {
  if (removed.rules.length + removed.prizes.length === 0) return new Map();
  const { rows } = await sql<{ id: string; entries: number }>`
    select ticked.id, count(*)::int as entries
    from entries, lateral (
      select unnest(entries.done_rules) as id
      union
      select (wish ->> 'prizeId')::uuid from jsonb_array_elements(entries.wishes) wish where wish ->> 'status' = 'Selected'
    ) ticked
    where entries.raffle_id = ${raffleId} and ticked.id = any(${[...removed.rules, ...removed.prizes]}::uuid[])
    group by ticked.id
  `.execute(reader);
  return new Map(rows.map((row) => [row.id, row.entries]));
}

/** The id of a raffle given its id or code, or null: for pages that need nothing else of it. */
export async function findRaffleId(reader: Reader, idOrCode: string): Promise<string | null> {
  const key = raffleKey(idOrCode);
  if (key === null) return null;
  const row = await reader.selectFrom("raffles").select("id").where(key.column, "=", key.value).executeTakeFirst();
  return row?.id ?? null;
}

/** How many raffles one page of the public list shows. */
const RAFFLES_A_PAGE = 24;

/**
 * One page of the published raffles: those still open first, the soonest to close on top, then the latest closed.
 *
 * @param page counted from 1
 * @returns the raffles, and whether another page follows
 */
export async function listPublishedRaffles(
  reader: Reader,
  page: number,
): Promise<{ raffles: RaffleSummary[]; more: boolean }> {
  const rows = await reader
    .selectFrom("raffles")
    .select([...PUBLIC_COLUMNS, isOpen])
    .where("status", "=", "Published")
    .orderBy(sql`now() > raffles.due_date`)
    .orderBy(sql`case when now() <= raffles.due_date then raffles.due_date end`)
    .orderBy("raffles.dueDate", "desc")
    .orderBy("raffles.id")
    .limit(RAFFLES_A_PAGE + 1)
    .offset((page - 1) * RAFFLES_A_PAGE)
    .execute();
  const raffles = rows.slice(0, RAFFLES_A_PAGE).map((row) => ({ ...row, open: Boolean(row.open) }) as RaffleSummary);
  return { raffles, more: rows.length > RAFFLES_A_PAGE };
}

/**
 * One page of all raffles, whatever their status, the latest made first, as their organisers choose from them.
 *
 * @param page counted from 1
 * @returns the raffles, each with whether it has entries and therefore has to stay, and whether another page follows
 */
export async function listAllRaffles(
  reader: Reader,
  page: number,
): Promise<{ raffles: (RaffleSummary & { readonly hasEntries: boolean })[]; more: boolean }> {
  const rows = await reader
    .selectFrom("raffles")
    .select([...PUBLIC_COLUMNS, isOpen])
    .select(sql<SqlBool>`exists (select from entries where entries.raffle_id = raffles.id)`.as("hasEntries"))
    .orderBy("raffles.createdAt", "desc")
    .orderBy("raffles.id", "desc")
    .limit(RAFFLES_A_PAGE + 1)
    .offset((page - 1) * RAFFLES_A_PAGE)
    .execute();
  const raffles = rows
    .slice(0, RAFFLES_A_PAGE)
    .map((row) => ({ ...row, open: Boolean(row.open), hasEntries: Boolean(row.hasEntries) }));
  return { raffles: raffles as (RaffleSummary & { hasEntries: boolean })[], more: rows.length > RAFFLES_A_PAGE };
}

function raffleKey(idOrCode: string): { column: "raffles.id" | "raffles.codeId"; value: string } | null {
  if (isId(idOrCode)) return { column: "raffles.id", value: idOrCode.toLowerCase() };
  const code = idOrCode.toUpperCase();
  return RAFFLE_CODE.test(code) ? { column: "raffles.codeId", value: code } : null;
}
