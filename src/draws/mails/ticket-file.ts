import { jsonAttachment, type MailAttachment } from "#src/mail/schema.ts";
import type { OwnSeal, OwnTicket } from "../own-ticket.ts";

/**
 * All that finds a ticket in its locked list and proves it, as a file for programs: `tambiolo verify --mine` reads it.
 * A mail shows six words of the lock hash; whoever wants all of it finds it here.
 */
export function ticketFile(
  { ticket, draw }: Pick<OwnTicket, "ticket" | "draw">,
  { email, entryCode, key, raffle, line, proof }: OwnSeal,
): MailAttachment {
  const content = { ...{ email, entryCode, key, raffle }, ticket, lockHash: draw.lockHash, line, proof };
  return jsonAttachment(`ticket-${raffle}-${ticket}.json`, content);
}
