import type { Context } from "hono";
import { type OrganiserRefusal, proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Site } from "#src/http/site.ts";
import { findRaffleId } from "#src/raffles/read.ts";

const BASIC = /^Basic ([A-Za-z0-9+/]{1,200}={0,2})$/i;

/**
 * Proves the organiser of an API request by one of: HTTP Basic with the raffle's code and access code; the session of
 * the account that owns the raffle; the pass of a browser that proved the code on a page. Basic credentials of another
 * raffle are refused.
 *
 * @param raffle the raffle's id or code; by default the one that the request names
 */
export async function organiserOf(
  site: Site,
  c: Context,
  address: string,
  raffle = namedRaffle(c) ?? "",
): Promise<Outcome<OrganiserScope, OrganiserRefusal>> {
  const basic = readBasic(c.req.header("authorization"));
  const raffleId = await findRaffleId(site.db, raffle);
  if (!raffleId) return refuse({ reason: "raffle-not-found" });
  if (basic && (await findRaffleId(site.db, basic.user)) !== raffleId)
    return refuse({ reason: "access-code-mismatch" });
  const cookie = c.req.header("cookie");
  const account = basic ? null : (await site.accounts.recognise({ cookie, address })).account;
  return proveOrganiser(
    { ...site, reader: site.db, address, solution: solutionOf(c), pass: cookie, account },
    { raffle: raffleId, accessCode: basic?.password },
  );
}

/** The solution of a puzzle, from the header `x-altcha`. */
export function solutionOf(c: Context): string | undefined {
  return c.req.header("x-altcha");
}

/** The raffle that a request names: in its path, in `?raffle=`, or as the user of HTTP Basic. */
export function namedRaffle(c: Context): string | undefined {
  return c.req.param("idOrCode") ?? c.req.query("raffle") ?? readBasic(c.req.header("authorization"))?.user;
}

/** The user and password of HTTP Basic, or null if a request has none. */
export function readBasic(header: string | undefined): { user: string; password: string } | null {
  const [, encoded] = BASIC.exec(header ?? "") ?? [];
  if (encoded === undefined) return null;
  const [, user = "", password = ""] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  return { user, password };
}
