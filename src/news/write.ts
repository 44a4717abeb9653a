import { sql } from "kysely";
import type { AdminScope } from "#src/access/scope.ts";
import { newId } from "#src/base/ids.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { News, NewsTexts } from "./schema.ts";

/** Stores news as a new draft, and returns its id. */
export async function insertDraft(tx: Transaction, admin: AdminScope, texts: NewsTexts): Promise<string> {
  const id = newId();
  await tx
    .insertInto("news")
    .values({ id, texts: JSON.stringify(texts), actor: admin.actor })
    .execute();
  return id;
}

/** Replaces the texts of a draft. Returns false if there is no such draft. */
export async function updateDraft(tx: Transaction, id: string, texts: NewsTexts): Promise<boolean> {
  const changed = await tx
    .updateTable("news")
    .set({ texts: JSON.stringify(texts) })
    .where("id", "=", id)
    .where("state", "=", "draft")
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Deletes a draft and its queued tests (by cascade). Returns false if there is no such draft. */
export async function deleteDraft(tx: Transaction, id: string): Promise<boolean> {
  const deleted = await tx.deleteFrom("news").where("id", "=", id).where("state", "=", "draft").executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Locks a draft, so that only one of two concurrent requests sends it. Null if there is no such draft. */
export async function lockDraft(tx: Transaction, id: string): Promise<Pick<News, "id" | "texts"> | null> {
  const row = await tx
    .selectFrom("news")
    .select(["id", "texts"])
    .where("id", "=", id)
    .where("state", "=", "draft")
    .forUpdate()
    .executeTakeFirst();
  return (row as News | undefined) ?? null;
}

/** Starts the fan-out of news whose row is locked, to all who ask for news now. `people` is their number. */
export async function beginFanOut(tx: Transaction, admin: AdminScope, id: string, people: number): Promise<void> {
  await tx
    .updateTable("news")
    .set({ state: "filling", begunAt: sql<Date>`now()`, actor: admin.actor, people })
    .where("id", "=", id)
    .execute();
}

/** Stops news: its mails in the outbox are dropped at delivery. Returns the news, or null if it was not being sent. */
export async function stopFanOut(tx: Transaction, id: string): Promise<Pick<News, "texts"> | null> {
  const row = await tx
    .updateTable("news")
    .set({ state: "stopped" })
    .where("id", "=", id)
    .where("state", "in", ["filling", "filled"])
    .returning("texts")
    .executeTakeFirst();
  return (row as Pick<News, "texts"> | undefined) ?? null;
}

/** Records that an address refuses news. A repeated refusal also covers entries made in between. */
export async function insertRefusal(tx: Transaction, addressKey: Buffer): Promise<void> {
  const refusedAt = sql<Date>`clock_timestamp()`;
  await tx
    .insertInto("newsRefusals")
    .values({ addressKey, refusedAt })
    .onConflict((conflict) =>
      conflict.column("addressKey").doUpdateSet(({ ref }) => ({ refusedAt: ref("excluded.refusedAt") })),
    )
    .execute();
}

/** Deletes an address's refusal. */
export async function deleteRefusal(tx: Transaction, addressKey: Buffer): Promise<void> {
  await tx.deleteFrom("newsRefusals").where("addressKey", "=", addressKey).execute();
}
