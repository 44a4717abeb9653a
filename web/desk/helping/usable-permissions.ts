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

/** Those permissions that the raffle still has a use for: a closed one takes no slip, a locked one no tick. */
export function usablePermissions<Permission extends HelperPermission>(
  permissions: readonly Permission[],
  raffle: RaffleFacts,
): Permission[] {
  const { lookUp, enter } = peopleCan(raffle);
  const isUnlocked = raffle.lockedAt === null;
  const isOpen = raffle.open && isUnlocked;
  const has = (kind: Proof) => raffle.rules.some(({ proof }) => proof === kind);
  const usable: Readonly<Record<HelperPermission, boolean>> = {
    "validate-vouchers": lookUp,
    "look-up-entries": lookUp,
    "add-entries": enter && isOpen,
    "show-codes": isOpen && has("visit"),
    "check-photos": isUnlocked && has("photo"),
    "confirm-rules": isUnlocked && has("checked"),
  };
  return permissions.filter((permission) => usable[permission]);
}
