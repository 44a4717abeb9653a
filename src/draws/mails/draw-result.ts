import { harmlessText } from "#src/base/harmless-text.ts";
import type { Reader } from "#src/db/connect.ts";
import { findRecipient, type MailSite, type Recipient } from "#src/entries/mails/recipient.ts";
import type { MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import type { MailPart } from "#src/mail/mail-parts.ts";
import { readNextOfShop } from "#src/raffles/lists/next-of-shop.ts";
import { prizeNamesOf } from "#src/raffles/rules.ts";
import { createListSearch } from "../lock/list-search.ts";
import { type OwnTicket, ownDrawAddress, readOwnTicket } from "../own-ticket.ts";
import { placesText } from "../places/places.ts";
import { readWonBy, wonByText } from "../won-by.ts";
import { lockedLineOf } from "./list-locked.ts";

export const DRAW_RESULT = "draw-result";

type Reserve = NonNullable<OwnTicket["result"]>["reserve"][number];

type DrawResultOptions = {
  readonly keys: MailKeys;
  readonly secret: Uint8Array;
};

/**
 * Renders the mail to somebody who won nothing, about how the draw went: not drawn, next in line, or not in play. Null
 * if nobody is to be written to, or they hold a prize by now.
 */
export function drawResultRenderer(site: MailSite, { keys, secret }: DrawResultOptions): MailRenderer {
  const findInList = createListSearch();
  return async (db, mail) => {
    const recipient = await findRecipient(db, mail, site, keys);
    const own = recipient && (await readOwnTicket({ db, secret, findInList }, recipient.scope, recipient.scope));
    if (!recipient || !own?.seal || !own.ticket.result || own.ticket.result.won.length > 0) return null;
    const { t, raffle } = recipient;
    const { ticket, out, result } = own.ticket;
    const reserve = out === "" ? result.reserve : [];
    const places = placesText(result, raffle.prizes, mail.language);
    const wonBy = recipient.readable(
      wonByText(await readWonBy(db, recipient.scope.raffleId, mail.language), mail.language),
    );
    return recipient.compose({
      subject: t("mails:drawResult.subject", { ticket, code: recipient.shownCode }),
      heading:
        reserve.length > 0 ? inLine(Math.min(...reserve.map(({ place }) => place)), t) : t("mails:drawResult.heading"),
      parts: [
        { paragraph: t("mails:drawResult.lead") },
        recipient.ticket(ticket),
        ...(reserve.length > 0
          ? reserveParts(recipient, reserve)
          : [
              {
                paragraph:
                  out === "" ? t("entries:ticket.notDrawn") : lockedLineOf(recipient, own.ticket, mail.language, site),
              },
            ]),
        ...(wonBy ? [{ paragraph: wonBy }] : []),
        ...(places ? [{ paragraph: places }] : []),
        { paragraph: t(out === "" ? "mails:drawResult.check" : "mails:drawResult.checkOut") },
        { button: t("mails:drawResult.fair"), url: ownDrawAddress(site.origin, own.seal) },
        { paragraph: t("mails:drawResult.thanks") },
        ...(await nextOf(db, recipient, site)),
      ],
      why: "mails:drawResult.why",
      stop: "mails:prizeWon.stop",
    });
  };
}

/** What the shop raffles next, as a link to it; nothing where there is no such raffle. */
async function nextOf(reader: Reader, { raffle, readable, moment, t }: Recipient, { origin }: MailSite) {
  const next = await readNextOfShop(reader, raffle);
  if (!next) return [];
  const params = { shop: readable(raffle.shopName), raffle: readable(next.name), until: moment(next.dueDate) };
  return [{ link: t("entries:ticket.next", params), url: `${origin}/raffle/${next.codeId}` }];
}

/** The prizes for which a ticket is in line, each with its place there. */
function reserveParts({ raffle, t }: Recipient, reserve: readonly Reserve[]): MailPart[] {
  const names = prizeNamesOf(raffle.prizes);
  const facts = reserve.map(({ prizeCode, place }) => ({
    name: harmlessText(names.get(prizeCode) ?? prizeCode),
    value: inLine(place, t),
  }));
  return [{ facts }, { paragraph: t("entries:ticket.reserveHow", { count: reserve.length }) }];
}

function inLine(place: number, t: Recipient["t"]): string {
  return t(place === 1 ? "mails:drawResult.inLine.first" : "mails:drawResult.inLine.later", { place });
}
