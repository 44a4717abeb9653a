import { type SqlBool, sql } from "kysely";
import type { AccountScope, AdminScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";

/** An event in the lists of its owner and of admins. */
export type KeptEvent = { readonly code: string; readonly title: string; readonly createdAt: Date };

/** As admins see it, with the account that it belongs to. */
export type AdminEvent = KeptEvent & { readonly owner: string | null };

const EVENTS_A_PAGE = 50;

/** One page of an account's own events, the latest made first. */
export async function listOwnEvents(
  reader: Reader,
  account: AccountScope,
  page: number,
): Promise<{ events: KeptEvent[]; more: boolean }> {
  return pageOf(await keptEvents(reader, page).where("events.ownerId", "=", account.userId).execute());
}

/**
 * One page of all events, the latest made first.
 *
 * @param fragment what an event's title, its code, one of its links or its owner's address has to hold; empty for all
 */
export async function listEventsForAdmin(
  reader: Reader,
  _scope: AdminScope,
  { fragment, page }: { readonly fragment: string; readonly page: number },
): Promise<{ events: AdminEvent[]; more: boolean }> {
  const wanted = fragment.trim().toLowerCase();
  const rows = await keptEvents(reader, page)
    .leftJoin("users", "users.id", "events.ownerId")
    .select("users.email as owner")
    .$if(wanted !== "", (query) =>
      query.where(
        sql<SqlBool>`position(${wanted} in lower(concat_ws(E'\n', title, code, src, src_draw, users.email))) > 0`,
      ),
    )
    .execute();
  return pageOf(rows);
}

function keptEvents(reader: Reader, page: number) {
  return reader
    .selectFrom("events")
    .select(["events.code", "events.title", "events.createdAt"])
    .orderBy("events.createdAt", "desc")
    .orderBy("events.id", "desc")
    .limit(EVENTS_A_PAGE + 1)
    .offset((page - 1) * EVENTS_A_PAGE);
}

function pageOf<Row>(rows: readonly Row[]) {
  return { events: rows.slice(0, EVENTS_A_PAGE), more: rows.length > EVENTS_A_PAGE };
}
