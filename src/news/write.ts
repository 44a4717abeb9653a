import { sql } from "kysely";
import type { AdminScope } from "#src/access/scope.ts";
import { newId } from "#src/base/ids.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { News, NewsTexts } from "./schema.ts";

/** Stores new news, to be looked at before it is sent. */
export async function insertDraft(tx: Transaction, admin: AdminScope, texts: NewsTexts): Promise<string> {
  const id = newId();
  await tx
    .insertInto("news")
    .values({ id, texts: JSON.stringify(texts), actor: admin.actor })
    .execute();
  return id;
}

/** Writes news anew that was not sent yet. Answers whether it is there. */
export async function updateDraft(tx: Transaction, id: string, texts: NewsTexts): Promise<boolean> {
  const changed = await tx
    .updateTable("news")
    .set({ texts: JSON.stringify(texts) })
    .where("id", "=", id)
    .where("state", "=", "draft")
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Deletes news that was not sent yet, and the tests of it that are on their way. */
export async function deleteDraft(tx: Transaction, id: string): Promise<boolean> {
  const deleted = await tx.deleteFrom("news").where("id", "=", id).where("state", "=", "draft").executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Locks news that was not sent yet, so that of two who press the button one sends it. */
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

/** Lets the outbox be filled with news whose row is locked: to all who ask for it at this moment. */
export async function beginFilling(tx: Transaction, admin: AdminScope, id: string, people: number): Promise<void> {
  await tx
    .updateTable("news")
    .set({ state: "filling", begunAt: sql<Date>`now()`, actor: admin.actor, people })
    .where("id", "=", id)
    .execute();
}

/** Stops news: what of it is in the outbox is dropped when its turn comes. Answers the news, where it was on its way. */
export async function stopFilling(tx: Transaction, id: string): Promise<Pick<News, "texts"> | null> {
  const row = await tx
    .updateTable("news")
    .set({ state: "stopped" })
    .where("id", "=", id)
    .where("state", "in", ["filling", "filled"])
    .returning("texts")
    .executeTakeFirst();
  return (row as Pick<News, "texts"> | undefined) ?? null;
}

/** Notes that an address wants no more news. Said again, it also holds against entries made meanwhile. */
export async function insertRefusal(tx: Transaction, addressKey: Buffer): Promise<void> {
  const refusedAt = sql<Date>`clock_timestamp()`;
  await tx
    .insertInto("newsRefusals")
    .values({ addressKey, refusedAt })
    .onConflict((conflict) => conflict.column("addressKey").doUpdateSet({ refusedAt }))
    .execute();
}

/** Takes an address's refusal back. */
export async function deleteRefusal(tx: Transaction, addressKey: Buffer): Promise<void> {
  await tx.deleteFrom("newsRefusals").where("addressKey", "=", addressKey).execute();
}
