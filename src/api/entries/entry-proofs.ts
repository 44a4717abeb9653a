import type { Context } from "hono";
import { proveEntrant } from "#src/access/entrant.ts";
import { contactForOrganiser, contactOfPass, proveCodeAndContact, proveContact } from "#src/access/entrant-contact.ts";
import type { ContactScope, EntrantScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { contactKeys } from "#src/entries/paper/paper-contact.ts";
import { noteEntryOpened } from "#src/entries/typed/note-opened.ts";
import type { problem } from "#src/http/problem.ts";
import type { Site } from "#src/http/site.ts";
import { findRaffleId } from "#src/raffles/read.ts";
import { namedRaffle, organiserOf, solutionOf } from "../organiser.ts";

/** What a request proves for its entry: at least the code. */
export type Proofs = { readonly entrant: EntrantScope; readonly contact: ContactScope | null };

/** The proofs for reading: an entrant's, or an organiser's by HTTP Basic or a token. */
export async function readerOf(
  site: Site,
  c: Context,
  address: string,
): Promise<Outcome<Proofs, Parameters<typeof problem>[0]>> {
  const proofs = await proofsOf(site, c, address);
  if (!proofs.ok || c.req.header("authorization") === undefined) return proofs;
  const { entrant } = proofs.value;
  const organiser = await organiserOf(site, c, address, "read-entries", entrant.raffleId);
  return organiser.ok ? accept({ entrant, contact: contactForOrganiser(organiser.value, entrant) }) : organiser;
}

/**
 * The proofs of an entrant: the code in the path, and the phone or e-mail in a header. The pass of a browser in which
 * these were typed proves both.
 */
export async function proofsOf(
  site: Site,
  c: Context,
  address: string,
): Promise<Outcome<Proofs, Parameters<typeof problem>[0]>> {
  const entryCode = c.req.param("entryCode") ?? "";
  const raffle = namedRaffle(c);
  const raffleId = raffle === undefined ? undefined : await findRaffleId(site.db, raffle);
  if (raffleId === null) return refuse({ reason: "entry-not-found" });
  const prover = { reader: site.db, entryAttempts: site.entryAttempts, address, solution: solutionOf(c) };
  const typed = c.req.header("x-entrant-contact");
  if (typed === undefined && c.req.header("authorization") === undefined) {
    const deps = { secret: site.secret, cookies: c.req.header("cookie") ?? "", now: site.clock() };
    const held = await contactOfPass(deps, site.db, { entryCode, raffleId });
    if (held) return accept({ entrant: held, contact: held });
  }
  const entrant = await proveEntrant(prover, { entryCode, raffleId });
  const keys = typed === undefined ? null : contactKeys(typed, site.config.defaultRegion);
  if (!entrant.ok) {
    if (keys === null || !("challenge" in entrant.refusal)) return entrant;
    const both = await proveCodeAndContact(prover, { entryCode, raffleId, ...keys });
    if (both.ok) await noteEntryOpened(site, both.value, address);
    return both.ok ? accept({ entrant: both.value, contact: both.value }) : both;
  }
  if (keys === null) return accept({ entrant: entrant.value, contact: null });
  const contact = await proveContact(prover, entrant.value, { entryCode, ...keys });
  if (contact.ok) await noteEntryOpened(site, contact.value, address);
  return contact.ok ? accept({ entrant: entrant.value, contact: contact.value }) : contact;
}

/**
 * Whether a request that no organiser may make is refused. It does not go on as the entrant's, who would change less
 * than was requested.
 */
export function isForOrganiser(c: Context, { reason }: { readonly reason: string }): boolean {
  return c.req.header("authorization") !== undefined || reason === "challenge-required";
}
