import type { OwnPrizesState } from "#src/claims/claiming/read.ts";
import { type OwnSeal, type OwnTicket, ownDrawAddress } from "#src/draws/own-ticket.ts";
import type { WonBy } from "#src/draws/won-by.ts";
import { prizeNamesOf } from "#src/raffles/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/** What stands beside a ticket after the draw. */
type AfterDraw = {
  /** How far what it won is, and what the shop asks of it, in words; null while the winners are not announced. */
  readonly prizes: (Omit<OwnPrizesState, "asked"> & { readonly asked: string | null }) | null;
  /** At which places the ticket was drawn, or until when the winners are announced. */
  readonly lead: string;
  readonly wonBy: WonBy | null;
  /** What the shop raffles next, and where. */
  readonly next: { readonly text: string; readonly href: string } | null;
};

/** An entry's ticket as its entrant's page shows it. The seal is there only where the contact is proved. */
export function ownTicketView(
  { ticket: own, seal }: { readonly ticket: OwnTicket; readonly seal: OwnSeal | null },
  { prizes, lead, wonBy, next }: AfterDraw,
  raffle: PublicRaffle,
) {
  const names = prizeNamesOf(raffle.prizes);
  const nameOf = (prizeCode: string) => names.get(prizeCode) ?? prizeCode;
  const { draw, result, ticket, out } = own;
  return {
    ...{ ticket, out, lead, wonBy, next },
    roundAt: draw.roundAt,
    result: result && {
      won: result.won.filter((prizeCode) => !prizes?.overdue.includes(prizeCode)).map(nameOf),
      overdue: result.won.filter((prizeCode) => prizes?.overdue.includes(prizeCode)).map(nameOf),
      claim: prizes,
      lost: result.lost.map(nameOf),
      lostToNobody: result.lostToNobody.map(nameOf),
      reserve: result.reserve.map(({ prizeCode, place }) => ({ prize: nameOf(prizeCode), place })),
    },
    // Without the lock hash: who has it from this page may not have had it before the draw.
    drawPage: seal ? ownDrawAddress("", seal) : `/raffle/${raffle.codeId}/draw`,
    seal,
  };
}

export type OwnTicketView = ReturnType<typeof ownTicketView>;
