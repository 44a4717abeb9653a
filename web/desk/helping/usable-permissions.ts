import type { HelperPermission } from "#src/access/scope.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import type { Proof } from "#src/raffles/proof/ways.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

type RaffleFacts = Pick<PublicRaffle, "entriesFrom" | "open" | "lockedAt"> & {
  readonly rules: readonly Pick<PublicRaffle["rules"][number], "proof">[];
};

/** What a phone may do that is handed over to the counter: the buttons of Today. */
export const AT_COUNTER: readonly HelperPermission[] = [
  "validate-vouchers",
  "look-up-entries",
  "add-entries",
  "confirm-rules",
];

/** Why a raffle has no use for a permission: for good, or any more. */
export type OfNoUse = "fromList" | "noRule" | "closed" | "locked";

/** Says of each permission why the raffle has no use for it: a closed one takes no slip, a locked one no tick. */
export function permissionUses(raffle: RaffleFacts): Readonly<Record<HelperPermission, OfNoUse | null>> {
  const { lookUp, enter } = peopleCan(raffle);
  const locked = raffle.lockedAt === null ? null : "locked";
  const over = locked ?? (raffle.open ? null : "closed");
  const byRule = (kind: Proof, ended: OfNoUse | null) =>
    raffle.rules.some(({ proof }) => proof === kind) ? ended : "noRule";
  return {
    "validate-vouchers": lookUp ? null : "fromList",
    "look-up-entries": lookUp ? null : "fromList",
    "add-entries": enter ? over : "fromList",
    "show-codes": byRule("visit", over),
    "check-photos": byRule("photo", locked),
    "confirm-rules": byRule("checked", locked),
  };
}

/** Those permissions that the raffle still has a use for. */
export function usablePermissions<Permission extends HelperPermission>(
  permissions: readonly Permission[],
  raffle: RaffleFacts,
): Permission[] {
  const uses = permissionUses(raffle);
  return permissions.filter((permission) => uses[permission] === null);
}
