import { type SqlBool, sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { LISTED_RAFFLE_FIELDS } from "../fields.ts";
import { publicColumns, RAFFLES_PER_PAGE } from "../read.ts";
import type { PublicRaffle, RaffleSummary } from "../schema.ts";
import { codeInAddress, shopAddress } from "../shop/shop-address.ts";

/** The raffles of one shop: published, of one account, under names that are one in the shop's address. */
export type Shop = { readonly userId: string; readonly names: readonly string[] };

/** Names of shops that are compared for one account. */
const MAX_NAMES = 200;
/** Draws that a shop's record counts, the latest. */
const MAX_DRAWS = 500;

/**
 * The shop with an address; null if there is none. A raffle is of the account that owned it first of those that own it
 * now: who is made an owner later does not take it along. An account that is banned has no shop.
 */
export async function findShop(reader: Reader, address: string): Promise<Shop | null> {
  const code = codeInAddress(address);
  if (code === null) return null;
  const user = await reader
    .selectFrom("users")
    .select("id")
    .where("shopCode", "=", code)
    .where("banned", "=", false)
    .executeTakeFirst();
  if (!user) return null;
  const rows = await reader
    .selectFrom("raffles")
    .select("shopName")
    .distinct()
    .where("status", "=", "Published")
    .where("shopName", "<>", "")
    .where(isOwnedFirstBy(user.id))
    .orderBy("shopName")
    .limit(MAX_NAMES)
    .execute();
  const names = rows.map(({ shopName }) => shopName).filter((name) => shopAddress(name, code) === address);
  return names.length === 0 ? null : { userId: user.id, names };
}

/** The addresses of the shops of some raffles, by the raffles' ids; those without a shop's page are missing. */
export async function readShopAddresses(
  reader: Reader,
  raffles: readonly Pick<PublicRaffle, "id" | "shopName" | "status">[],
): Promise<ReadonlyMap<string, string>> {
  const named = raffles.filter(({ shopName, status }) => shopName !== "" && status === "Published");
  if (named.length === 0) return new Map();
  const { rows } = await sql<{ raffleId: string; shopCode: string; banned: boolean }>`
    select distinct on (raffle_id) raffle_id as "raffleId", shop_code as "shopCode", banned
    from raffle_members join users on users.id = user_id
    where raffle_id = any (${named.map(({ id }) => id)}::uuid[]) and raffle_members.role = 'owner'
    order by raffle_id, joined_at, user_id
  `.execute(reader);
  const owners = new Map(rows.map((row) => [row.raffleId, row]));
  return new Map(
    named.flatMap(({ id, shopName }) => {
      const owner = owners.get(id);
      return owner && !owner.banned ? [[id, shopAddress(shopName, owner.shopCode)]] : [];
    }),
  );
}

/** A shop's open raffles, the soonest to close first: as many as a page shows. */
export async function listOpenOfShop(reader: Reader, shop: Shop): Promise<RaffleSummary[]> {
  const rows = await rafflesOf(reader, shop)
    .where(sql<SqlBool>`raffles.due_date >= now()`)
    .orderBy("raffles.dueDate")
    .orderBy("raffles.id")
    .limit(RAFFLES_PER_PAGE)
    .execute();
  return rows.map((row) => ({ ...row, open: true }) as RaffleSummary);
}

/** A page of a shop's closed raffles, the latest draw date first, and whether another follows. */
export async function listClosedOfShop(
  reader: Reader,
  shop: Shop,
  page: number,
): Promise<{ readonly raffles: readonly RaffleSummary[]; readonly more: boolean }> {
  const rows = await rafflesOf(reader, shop)
    .where(sql<SqlBool>`raffles.due_date < now()`)
    .orderBy("raffles.drawDate", "desc")
    .orderBy("raffles.id", "desc")
    .limit(RAFFLES_PER_PAGE + 1)
    .offset((page - 1) * RAFFLES_PER_PAGE)
    .execute();
  const raffles = rows.slice(0, RAFFLES_PER_PAGE).map((row) => ({ ...row, open: false }) as RaffleSummary);
  return { raffles, more: rows.length > RAFFLES_PER_PAGE };
}

/** The shop's raffle that was made first, which says how the shop looks. */
export async function findOldestOfShop(reader: Reader, shop: Shop): Promise<string | null> {
  const row = await reader
    .selectFrom("raffles")
    .select("raffles.id")
    .where(isOf(shop))
    .orderBy("raffles.createdAt")
    .orderBy("raffles.id")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A shop's raffles whose winners are announced, the latest draw date first, and how many prizes each drew. */
export function listAnnouncedOfShop(reader: Reader, shop: Shop) {
  return reader
    .selectFrom("raffles")
    .innerJoin("drawResults", "drawResults.raffleId", "raffles.id")
    .select(["raffles.id", "raffles.codeId", "raffles.name", "announce", "announcedAt"])
    .select(sql<number>`(select count(*)::int from prizes where prizes.raffle_id = raffles.id)`.as("prizes"))
    .where(isOf(shop))
    .where("announcedAt", "is not", null)
    .orderBy("raffles.drawDate", "desc")
    .orderBy("raffles.id", "desc")
    .limit(MAX_DRAWS)
    .execute();
}

function rafflesOf(reader: Reader, shop: Shop) {
  return reader.selectFrom("raffles").select(publicColumns(LISTED_RAFFLE_FIELDS)).where(isOf(shop));
}

function isOf({ userId, names }: Shop) {
  return sql<SqlBool>`(
    raffles.status = 'Published' and raffles.shop_name = any (${names}::text[]) and ${isOwnedFirstBy(userId)}
  )`;
}

function isOwnedFirstBy(userId: string) {
  return sql<SqlBool>`raffles.id in (
    select own.raffle_id from raffle_members as own
    where own.user_id = ${userId} and own.role = 'owner' and not exists (
      select from raffle_members as earlier
      where earlier.raffle_id = own.raffle_id and earlier.role = 'owner'
        and (earlier.joined_at, earlier.user_id) < (own.joined_at, own.user_id)
    )
  )`;
}
