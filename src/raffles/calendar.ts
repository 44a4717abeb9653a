import type { PublicRaffle } from "./schema.ts";

/** The longest line in bytes, without its end: RFC 5545, 3.1. */
const LINE_BYTES = 75;

/** What a raffle's calendar says, in the visitor's language. */
export type CalendarTexts = { readonly closes: string; readonly draw: string };

/**
 * A raffle's due date and draw as a calendar file (RFC 5545). A calendar that has it already takes changed dates over,
 * because each event keeps its UID and counts its versions.
 *
 * @param link the raffle's page
 */
export function raffleCalendar(
  raffle: Pick<PublicRaffle, "id" | "version" | "dueDate" | "drawDate">,
  texts: CalendarTexts,
  { link, now }: { readonly link: string; readonly now: Date },
): string {
  const event = (kind: string, at: Date, summary: string) => [
    "BEGIN:VEVENT",
    `UID:${kind}-${raffle.id}@${new URL(link).hostname}`,
    `SEQUENCE:${raffle.version}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(at)}`,
    `SUMMARY:${escaped(summary)}`,
    `URL:${link}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Tambiolo//Raffles//EN",
    ...event("closes", raffle.dueDate, texts.closes),
    ...event("draw", raffle.drawDate, texts.draw),
    "END:VCALENDAR",
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join("");
}

/** 20261125T100000Z. */
function utc(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n|\r/g, "\\n");
}

/** Breaks a long line between characters; the next one begins with a blank, which counts too. */
function folded(line: string): string {
  let bytes = 0;
  let text = "";
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (bytes + more > LINE_BYTES) {
      text += "\r\n ";
      bytes = 1;
    }
    text += character;
    bytes += more;
  }
  return text;
}
