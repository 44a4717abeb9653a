import { seal, unseal } from "#src/base/sealed.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Mail } from "./schema.ts";

const KIND = "mail-content/1";

/**
 * Seals what a mail says that is stored nowhere else, such as an access code, and to whom. The outbox keeps it while
 * the mail waits; whatever becomes of the mail erases it.
 */
export function sealContent(secret: Uint8Array, mailId: string, content: object): Buffer {
  return seal(secret, { kind: KIND, boundTo: mailId }, Buffer.from(JSON.stringify(content)));
}

/** Opens what `sealContent` sealed for a mail; null if it is erased, as for a mail that an admin sends again. */
export async function openContent(
  reader: Reader,
  secret: Uint8Array,
  { id, raffleId }: Pick<Mail, "id" | "raffleId">,
): Promise<unknown> {
  const row = await reader
    .selectFrom("mails")
    .select("sealed")
    .where("raffleId", "=", raffleId)
    .where("id", "=", id)
    .executeTakeFirst();
  const opened = row?.sealed && unseal(secret, { kind: KIND, boundTo: id }, row.sealed);
  return opened ? JSON.parse(opened.toString()) : null;
}
