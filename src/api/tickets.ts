import { Hono } from "hono";
import { entryCodeOf } from "#src/access/entrant.ts";
import { entrantKey, type NamedEntry, proveEntrants } from "#src/access/entrants.ts";
import { fieldErrors } from "#src/base/text.ts";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { visitorLanguage } from "#src/http/visitor-language.ts";
import { findRaffles } from "#src/raffles/read.ts";
import { readTickets, type TicketView } from "#src/tickets/read.ts";
import { TICKET_ORDER } from "#src/tickets/rules.ts";
import { type AskedTicket, ticketsInput } from "#src/tickets/schema.ts";
import { ticketWords } from "#src/tickets/words.ts";
import { readJson } from "./body.ts";
import { described } from "./openapi/described.ts";
import { ticketOperations } from "./openapi/entry-operations.ts";

/**
 * What became of the entries that a browser remembers: POST /api/tickets. It only reads. As a POST no address holds a
 * code.
 */
export function ticketApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();
  app.post("/", described(ticketOperations.states), async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const sent = ticketsInput.safeParse(body.value);
    if (!sent.success) return problem({ reason: "invalid-fields", fields: fieldErrors(sent.error) });
    const asked = sent.data.tickets;
    const raffles = await findRaffles(
      site.db,
      asked.map(({ raffle }) => raffle),
    );
    const byCode = new Map(raffles.map((raffle) => [raffle.codeId, raffle]));
    const nameOf = ({ raffle, entryCode }: AskedTicket): NamedEntry | null => {
      const [found, code] = [byCode.get(raffle.toUpperCase()), entryCodeOf(entryCode)];
      return found && code !== undefined ? { raffleId: found.id, entryCode: code } : null;
    };
    const named = new Map(asked.flatMap((one) => nameOf(one) ?? []).map((one) => [entrantKey(one), one]));
    const proofs = await proveEntrants({ reader: site.db, entryAttempts: site.entryAttempts, address: addressOf(c) }, [
      ...named.values(),
    ]);
    if (!proofs.ok) return problem(proofs.refusal);
    const views = await readTickets(site, new Map(raffles.map((one) => [one.id, one])), [...proofs.value.values()]);
    const { timeZone, defaultLanguage } = site.config;
    const words = { language: visitorLanguage(c, defaultLanguage), timeZone, now: site.clock() };
    const found: { readonly order: number; readonly ticket: object }[] = [];
    const gone: AskedTicket[] = [];
    for (const one of asked) {
      const name = nameOf(one);
      const view = views.get((name && proofs.value.get(entrantKey(name))?.entryId) ?? "");
      if (view) found.push({ order: TICKET_ORDER.indexOf(view.state), ticket: answerOf(one, view, words) });
      else gone.push(one);
    }
    const tickets = found.toSorted((one, other) => one.order - other.order).map(({ ticket }) => ticket);
    return c.json({ tickets, gone }, 200, { "cache-control": "private, no-store" });
  });
  return app;
}

function answerOf(
  { raffle: code, entryCode }: AskedTicket,
  view: TicketView,
  words: Parameters<typeof ticketWords>[1],
) {
  const { raffle, firstName, state } = view;
  const of = { name: raffle.name, shop: raffle.shopName, firstName };
  return { raffle: code, entryCode, ...of, state, ...ticketWords(view, words) };
}
