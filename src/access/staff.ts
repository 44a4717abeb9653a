import { accept, type Outcome } from "#src/base/outcome.ts";
import { type OrganiserClaim, type OrganiserRefusal, proveOrganiser, type SignedInDeps } from "./organiser.ts";
import { type HelperDeed, mintStaffScope, type OrganiserScope, type StaffScope } from "./scope.ts";

export type StaffRefusal = OrganiserRefusal;

/**
 * Proves that somebody of the shop may do this for a raffle: its organiser, as `proveOrganiser` does.
 *
 * Refuses as `proveOrganiser`.
 */
export async function proveStaff<Deed extends HelperDeed>(
  deps: SignedInDeps,
  claim: OrganiserClaim,
  deed: Deed,
): Promise<Outcome<StaffScope<Deed>, StaffRefusal>> {
  const organiser = await proveOrganiser(deps, claim);
  return organiser.ok ? accept(organiserAsStaff(organiser.value, deed)) : organiser;
}

/** An organiser may do all that helpers may. */
export function organiserAsStaff<Deed extends HelperDeed>(organiser: OrganiserScope, deed: Deed): StaffScope<Deed> {
  return mintStaffScope(organiser, deed);
}
