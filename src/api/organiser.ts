import type { Context } from "hono";
import { admitChange } from "#src/access/audit/admit-change.ts";
import {
  type OrganiserRefusal,
  proveCreatorByToken,
  proveOrganiser,
  proveOrganiserByToken,
  type TokenRefusal,
} from "#src/access/organiser.ts";
import type { OrganiserScope, TokenPermission, TokenScope } from "#src/access/scope.ts";
import { proveToken } from "#src/access/tokens/prove-token.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Site } from "#src/http/site.ts";
import { findRaffleId } from "#src/raffles/read.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";

const BEARER = /^Bearer (\S{1,200})$/i;
const BASIC = /^Basic ([A-Za-z0-9+/]{1,200}={0,2})$/i;

/**
 * The organiser of an API request, as `proveOrganiserOf` proves them. A request that is no read counts as a change.
 *
 * @returns refusals: those of the proof, and `challenge-required` past the limits of changes
 */
export async function organiserOf(
  ...request: Parameters<typeof proveOrganiserOf>
): ReturnType<typeof proveOrganiserOf> {
  const organiser = await proveOrganiserOf(...request);
  const [{ limits }, c, address] = request;
  if (!organiser.ok || c.req.method === "GET" || c.req.method === "HEAD") return organiser;
  const admitted = await admitChange({ limits, address, solution: solutionOf(c) }, organiser.value);
  return admitted.ok ? organiser : admitted;
}

/**
 * Proves the organiser of an API request by one of: an API token; HTTP Basic with the raffle's code and access code;
 * the session of an account that organises the raffle; the pass of a browser that proved the code on a page.
 * Credentials of another raffle are refused. With a token nothing else counts. Alone for what has limits of its own.
 *
 * @param permission what a token must allow; "never" for what no token may do
 * @param raffle the raffle's id or code; by default the one that the request names
 */
export async function proveOrganiserOf(
  site: Site,
  c: Context,
  address: string,
  permission: TokenPermission | "never",
  raffle = namedRaffle(c) ?? "",
): Promise<Outcome<OrganiserScope, OrganiserRefusal | TokenRefusal | NoToken>> {
  const token = await tokenOf(site, c, address);
  if (token && !token.ok) return token;
  if (token) return proveOrganiserByToken(site.db, token.value, { raffle, permission });
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

type NoToken = Refusal<"token-invalid"> | ChallengeRefusal;

/** Proves the API token of a request. Null if it has none; refuses as `proveToken`. */
export async function tokenOf(site: Site, c: Context, address: string): Promise<Outcome<TokenScope, NoToken> | null> {
  const [, token] = BEARER.exec(c.req.header("authorization") ?? "") ?? [];
  return token === undefined ? null : proveToken({ ...site, address, solution: solutionOf(c) }, token);
}

/**
 * The account that owns what a request creates: that of its API token. Null if it has none, because then whoever has
 * the access code organises it. Refuses as `proveToken` and `proveCreatorByToken`.
 */
export async function creatorOf(
  site: Site,
  c: Context,
  address: string,
  permission: "manage-raffle" | "manage-events",
): Promise<Outcome<TokenScope | null, TokenRefusal | NoToken>> {
  const token = await tokenOf(site, c, address);
  if (!token) return accept(null);
  return token.ok ? proveCreatorByToken(token.value, permission) : token;
}

/**
 * What a request has created, as the answer shows it. Its access code opens all of it, for longer than a token lasts: a
 * token gets none. The account that owns it makes a new one if it wants one.
 */
export function shownTo<Created extends { readonly accessCode: string }>(owner: TokenScope | null, created: Created) {
  const { accessCode: _, ...shown } = created;
  return owner ? shown : created;
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
