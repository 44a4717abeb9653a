import type { Context } from "hono";
import { type OrganiserRefusal, proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import { findRaffleId } from "#src/raffles/read.ts";
import type { Site } from "./site.ts";

const BASIC = /^Basic ([A-Za-z0-9+/]{1,200}={0,2})$/i;

/**
 * Proves the organiser of an API request: HTTP Basic with the raffle's code and its access code, the session of the
 * account that owns the raffle, or the pass of a browser that proved the code on a page. `raffle` is the one that the request names, where it is not known otherwise; a user that names another
 * raffle opens nothing.
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
    { ...site, reader: site.db, address, pass: cookie, account },
    { raffle: raffleId, accessCode: basic?.password },
  );
}

/** The raffle that a request names: in its path, as `?raffle=`, or as the user of HTTP Basic. */
export function namedRaffle(c: Context): string | undefined {
  return c.req.param("idOrCode") ?? c.req.query("raffle") ?? readBasic(c.req.header("authorization"))?.user;
}

/** The user and password of HTTP Basic, or null where a request has none. */
export function readBasic(header: string | undefined): { user: string; password: string } | null {
  const [, encoded] = BASIC.exec(header ?? "") ?? [];
  if (encoded === undefined) return null;
  const [, user = "", password = ""] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  return { user, password };
}
