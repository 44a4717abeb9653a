import { isId, newId } from "#src/base/ids.ts";
import { seal, unseal } from "#src/base/sealed.ts";
import { TICKET_MS } from "./limits.ts";

const TICKET = "stamp-ticket/1";
const ID_BYTES = 16;
const TIME_BYTES = 6;

/** 16 bytes of a screen and of a scan each, a time, and what sealing adds: 66 bytes in base64url. */
const FORMAT = /^[\w-]{88}$/;

/** What a scan proved: which screen was seen, and when. */
export type Seen = { readonly screenId: string; readonly scanId: string; readonly at: Date };

/** Whether a text has the form of a ticket. */
export function isTicket(text: string): boolean {
  return FORMAT.test(text);
}

/** Seals what a scan has just proved, so that it is still true when its visitor has filled in a form. */
export function makeTicket(secret: Uint8Array, raffleId: string, screenId: string, at: Date): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(at.getTime(), 0, TIME_BYTES);
  const content = Buffer.concat([bytesOf(screenId), bytesOf(newId()), time]);
  return seal(secret, { kind: TICKET, boundTo: raffleId }, content).toString("base64url");
}

/** @returns null for what is none of this raffle, and `over` for one that waited too long */
export function readTicket(secret: Uint8Array, raffleId: string, text: string, now: Date): Seen | "over" | null {
  if (!isTicket(text)) return null;
  const content = unseal(secret, { kind: TICKET, boundTo: raffleId }, Buffer.from(text, "base64url"));
  if (content === null) return null;
  const at = new Date(content.readUIntBE(2 * ID_BYTES, TIME_BYTES));
  if (now.getTime() - at.getTime() > TICKET_MS) return "over";
  return { screenId: idOf(content, 0), scanId: idOf(content, ID_BYTES), at };
}

function bytesOf(id: string): Buffer {
  if (!isId(id)) throw new Error(`Not an id: ${id}`);
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function idOf(bytes: Buffer, from: number): string {
  const hex = bytes.toString("hex", from, from + ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
