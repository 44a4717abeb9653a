import { sql } from "kysely";
import { CODE_FORMATS, lookAlikes } from "#src/base/code-formats.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import type { EditableEvent, PublicEvent } from "./schema.ts";

// The public columns of an event. They deliberately exclude the access code's hash.
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

/** Finds an event by its id or its code (in any case). Null if there is none, or an admin has switched it off. */
export async function findEvent(reader: Reader, idOrCode: string): Promise<PublicEvent | null> {
  const event = await findEditableEvent(reader, idOrCode);
  if (!event || event.switchedOff) return null;
  const { switchedOff: _, ...open } = event;
  return open;
}

/** Finds an event for its organiser, even if an admin has switched it off. */
export async function findEditableEvent(reader: Reader, idOrCode: string): Promise<EditableEvent | null> {
  const query = reader
    .selectFrom("events")
    .select(PUBLIC_COLUMNS)
    .select(sql<boolean>`switched_off_at is not null`.as("switchedOff"));
  if (isId(idOrCode)) return (await query.where("id", "=", idOrCode.toLowerCase()).executeTakeFirst()) ?? null;
  const code = idOrCode.toUpperCase();
  const codes = lookAlikes(code, CODE_FORMATS.event);
  if (codes.length === 0) return null;
  const events = await query.where("code", "in", codes).limit(codes.length).execute();
  return events.find((event) => event.code === code) ?? (events.length === 1 ? (events[0] ?? null) : null);
}

/** The code of the event with this raffle identifier (in any case), or null. */
export async function findEventCode(reader: Reader, raffleIdentifier: string): Promise<string | null> {
  // No event has an empty or longer identifier, so skip the query.
  if (!/^[A-Z0-9-]{1,40}$/i.test(raffleIdentifier)) return null;
  const row = await reader
    .selectFrom("events")
    .select("code")
    .where("raffleIdentifier", "=", raffleIdentifier.toUpperCase())
    .where("switchedOffAt", "is", null)
    .executeTakeFirst();
  return row?.code ?? null;
}
