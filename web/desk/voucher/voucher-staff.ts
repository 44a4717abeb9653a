import { rafflesHeld } from "#src/access/held-raffles.ts";
import { proveStaff } from "#src/access/staff/staff.ts";
import { raffleOfVoucher, type VoucherScope } from "#src/claims/vouchers/check-voucher.ts";
import { accountContext, siteContext } from "#src/http/page-context.ts";
import { givenTo } from "../../requests/organiser.ts";
import type { Route } from "./+types/voucher.route.ts";

type PageArgs = Pick<Route.LoaderArgs, "request" | "context">;

/** What a browser may check vouchers of. */
export type VoucherStaff = {
  /** The proof to check this voucher by: for its own raffle, else for any that the browser can prove. */
  readonly scope: VoucherScope;
  /** The names of the raffles that the browser can prove. */
  readonly raffles: readonly string[];
};

/**
 * Proves a shop's staff for a voucher by what the browser holds: the pass of a desk, an account, a helper's cookie.
 *
 * @param typed the voucher's code; empty for none yet
 * @returns null for a browser that can prove nothing
 */
export async function staffOfVoucher(page: PageArgs, typed: string): Promise<VoucherStaff | null> {
  const { db, clock } = page.context.get(siteContext);
  const account = await page.context.get(accountContext)();
  const deps = { ...givenTo(page), db, account };
  const scopeFor = async (raffle: string) => {
    const proof = await proveStaff(deps, { raffle }, "validate-vouchers");
    return proof.ok ? proof.value : null;
  };
  const of = await raffleOfVoucher(db, typed);
  const own = of && (await scopeFor(of));
  const held = await rafflesHeld(db, { cookies: deps.pass ?? "", account }, clock());
  const scopes = await Promise.all(held.map(async ({ id, name }) => ({ name, scope: await scopeFor(id) })));
  const proven = scopes.filter(({ scope }) => scope !== null);
  const scope = own || proven[0]?.scope;
  return scope ? { scope, raffles: proven.map(({ name }) => name) } : null;
}
