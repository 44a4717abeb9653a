import { type SqlBool, sql } from "kysely";
import type { AccountScope, AdminScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";

/** An event in the lists of its owner and of admins. */
export type AccountEvent = {
  readonly code: string;
  readonly title: string;
  readonly createdAt: Date;
  /** Whether an admin has switched the event off. */
  readonly switchedOff: boolean;
};

/** An event as admins see it, with its owner's e-mail. */
export type AdminEvent = AccountEvent & { readonly owner: string | null };

const EVENTS_PER_PAGE = 50;

/** One page of an account's own events, the newest first. */
export async function listOwnEvents(
  reader: Reader,
  account: AccountScope,
  page: number,
): Promise<{ events: AccountEvent[]; more: boolean }> {
  return pageOf(await accountEvents(reader, page).where("events.ownerId", "=", account.userId).execute());
}

/**
 * One page of all events, the newest first.
 *
 * @param fragment text that the title, the code, a link or the owner's e-mail must contain; empty for all
 */
export async function listEventsForAdmin(
  reader: Reader,
  _scope: AdminScope,
  { fragment, page }: { readonly fragment: string; readonly page: number },
): Promise<{ events: AdminEvent[]; more: boolean }> {
  const wanted = fragment.trim().toLowerCase();
  const rows = await accountEvents(reader, page)
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

function accountEvents(reader: Reader, page: number) {
  return reader
    .selectFrom("events")
    .select(["events.code", "events.title", "events.createdAt"])
    .select(sql<boolean>`events.switched_off_at is not null`.as("switchedOff"))
    .orderBy("events.createdAt", "desc")
    .orderBy("events.id", "desc")
    .limit(EVENTS_PER_PAGE + 1)
    .offset((page - 1) * EVENTS_PER_PAGE);
}

function pageOf<Row>(rows: readonly Row[]) {
  return { events: rows.slice(0, EVENTS_PER_PAGE), more: rows.length > EVENTS_PER_PAGE };
}
