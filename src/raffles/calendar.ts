import type { RaffleSummary } from "./schema.ts";
import { type TimelineFacts, timelineOf } from "./timeline/timeline.ts";

/** The longest line in bytes, without its end: RFC 5545, 3.1. */
const LINE_BYTES = 75;

/** A raffle in a calendar. */
export type CalendarRaffle = {
  readonly raffle: Pick<RaffleSummary, "id" | "version"> & TimelineFacts;
  /** What the calendar says, in the visitor's language. */
  readonly texts: { readonly closes: string; readonly draw: string };
  /** The raffle's page. */
  readonly link: string;
};

/**
 * The due dates and draws of raffles as a calendar file (RFC 5545). A calendar that has them already takes changed
 * dates over, because each event keeps its UID and counts its versions. The file of all processes is the same.
 */
export function raffleCalendar(raffles: readonly CalendarRaffle[]): string {
  const event = ({ raffle, link }: CalendarRaffle, kind: string, at: Date, summary: string) => [
    "BEGIN:VEVENT",
    `UID:${kind}-${raffle.id}@${new URL(link).hostname}`,
    // The lock may set another time of the draw, and counts no version.
    `SEQUENCE:${raffle.version + Number(raffle.lockedAt !== null)}`,
    `DTSTAMP:${utc(raffle.createdAt)}`,
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
    ...raffles.flatMap((one) => [
      ...event(one, "closes", one.raffle.dueDate, one.texts.closes),
      ...event(one, "draw", timelineOf(one.raffle).draw, one.texts.draw),
    ]),
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
