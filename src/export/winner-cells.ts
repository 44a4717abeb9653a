import type { OrganiserScope } from "#src/access/scope.ts";
import { type ProvenNotice, type ReportedWinner, readReport } from "#src/claims/report/winners-report.ts";
import type { Reader } from "#src/db/connect.ts";
import { type PrizeWithoutWinner, readPrizesWithoutWinner } from "#src/draws/announcing/prizes-without-winner.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/** The columns of the report on winners, with the facts that an authority asks about the promotion in front. */
export const WINNER_COLUMNS = [
  { header: "Permit Number", width: 24 },
  { header: "Promo", width: 24 },
  { header: "Promo From", width: 17 },
  { header: "Promo Until", width: 17 },
  { header: "Drawn On", width: 17 },
  { header: "Drawn At", width: 40 },
  { header: "Prize Code", width: 12 },
  { header: "Prize", width: 24 },
  { header: "Worth", width: 12 },
  { header: "Ticket", width: 9 },
  { header: "Winner", width: 24 },
  { header: "Address", width: 40 },
  { header: "Contact", width: 30 },
  { header: "Won On", width: 17 },
  { header: "Claim By", width: 17 },
  { header: "Claimed On", width: 17 },
  { header: "Handed Over On", width: 17 },
  { header: "Handed Over By", width: 20 },
  { header: "Tax", width: 16 },
  { header: "Proof Of Notice", width: 60 },
  { header: "Replaced", width: 40 },
  { header: "No Winner", width: 24 },
] as const;

/** Columns about the promotion, which each row has. */
const PROMO_COLUMNS = 6;

/** Where and when a report was made of: what no row of it says. */
export type ReportFrame = {
  readonly raffle: Pick<PublicRaffle, "name" | "codeId" | "permitNumber" | "createdAt" | "dueDate" | "drawnAt">;
  readonly origin: string;
  readonly timeZone: string;
};

/** About a megabyte at most. */
const WINNERS_PER_BATCH = 1000;

/** The rows of the report, one part of them after the other, as texts and numbers in the order of the columns. */
export async function* winnerCells(
  reader: Reader,
  scope: OrganiserScope,
  frame: ReportFrame,
): AsyncGenerator<readonly (string | number)[][], void> {
  const moment = momentsIn(frame.timeZone);
  const { name, codeId, permitNumber, createdAt, dueDate, drawnAt } = frame.raffle;
  const place = new URL(`/raffle/${codeId}/draw`, frame.origin).href;
  const promo = [permitNumber, name, moment(createdAt), moment(dueDate), moment(drawnAt), place];
  for (let after: string | null = null; ; ) {
    const winners: readonly ReportedWinner[] = await readReport(reader, scope, after, WINNERS_PER_BATCH);
    yield winners.map((one) => [...promo, ...cellsOf(one, moment)]);
    if (winners.length < WINNERS_PER_BATCH) break;
    after = winners.at(-1)?.claimId ?? null;
  }
  yield (await readPrizesWithoutWinner(reader, scope.raffleId)).map((prize) => [
    ...promo,
    ...cellsWithoutWinner(prize),
  ]);
}

/** The row of a prize that nobody holds: what is known of it, and why. */
function cellsWithoutWinner({ prizeCode, name, worth, given }: PrizeWithoutWinner): string[] {
  const known = [prizeCode, name, worth];
  const empty = Array<string>(WINNER_COLUMNS.length - PROMO_COLUMNS - known.length - 1).fill("");
  return [...known, ...empty, given ? "nobody was left" : "not given away, by its odds"];
}

type TimestampText = (moment: Date | null) => string;

function cellsOf(winner: ReportedWinner, moment: TimestampText): (string | number)[] {
  const { replaced } = winner;
  return [
    ...[winner.prizeCode, winner.prize, winner.worth, winner.ticket, winner.winner, winner.address, winner.contact],
    ...[winner.heldSince, winner.claimBy, winner.claimedAt, winner.handedOverAt].map(moment),
    winner.handedOverBy,
    winner.tax,
    winner.notices.map((notice) => noticeText(notice, moment)).join(" / "),
    replaced ? [moment(replaced.at), replaced.reason, replaced.note].filter((text) => text !== "").join(", ") : "",
    "",
  ];
}

function noticeText({ at, way, reached, answer }: ProvenNotice, moment: TimestampText): string {
  return [moment(at), way, reached, answer].filter((text) => text !== "").join(", ");
}

/** Writes `2026-12-24 18:05`, which each spreadsheet sorts and reads as a time. Swedish dates are ISO 8601. */
function momentsIn(timeZone: string): TimestampText {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return (moment) => (moment ? format.format(moment) : "");
}
