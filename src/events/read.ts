import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import type { PublicEvent } from "./schema.ts";

const EVENT_CODE = /^[A-Z0-9]{6}$/;

// Everything about an event that anyone may know. The access code's hash is deliberately not among it.
const PUBLIC_COLUMNS = [
  "id",
  "code",
  "title",
  "src",
  "srcDraw",
  "srcCreateVoucherLink",
  "srcCreateVoucherValidateLink",
  "raffleIdentifier",
  "version",
  "createdAt",
] as const;

/** Finds an event by its id or its code (in any case); null where there is none. */
export async function findEvent(reader: Reader, idOrCode: string): Promise<PublicEvent | null> {
  const query = reader.selectFrom("events").select(PUBLIC_COLUMNS);
  if (isId(idOrCode)) return (await query.where("id", "=", idOrCode.toLowerCase()).executeTakeFirst()) ?? null;
  const code = idOrCode.toUpperCase();
  return EVENT_CODE.test(code) ? ((await query.where("code", "=", code).executeTakeFirst()) ?? null) : null;
}

/** The code of the event that a raffle identifier (in any case) leads to, or null. */
export async function findEventCode(reader: Reader, raffleIdentifier: string): Promise<string | null> {
  // Nothing longer, and no empty one, is anybody's.
  if (!/^[A-Z0-9-]{1,40}$/i.test(raffleIdentifier)) return null;
  const row = await reader
    .selectFrom("events")
    .select("code")
    .where("raffleIdentifier", "=", raffleIdentifier.toUpperCase())
    .executeTakeFirst();
  return row?.code ?? null;
}

/** Whether a raffle has this identifier as its code: then it leads to the raffle, and to no event. */
export async function isRaffleCode(reader: Reader, identifier: string): Promise<boolean> {
  const query = reader.selectFrom("raffles").select("id").where("codeId", "=", identifier);
  return (await query.executeTakeFirst()) !== undefined;
}
