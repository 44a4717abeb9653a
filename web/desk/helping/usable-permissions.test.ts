import { expect, it } from "vitest";
import { permissionUses, usablePermissions } from "./usable-permissions.ts";

const OPEN = { entriesFrom: "form", open: true, lockedAt: null, rules: [{ proof: "photo" }] } as const;

it("says of each permission why a raffle has no use for it", () => {
  const fine = { "validate-vouchers": null, "look-up-entries": null };
  const noRule = { "show-codes": "noRule", "confirm-rules": "noRule" };
  expect(permissionUses(OPEN)).toEqual({ ...fine, ...noRule, "add-entries": null, "check-photos": null });
  const closed = { ...OPEN, open: false };
  expect(permissionUses(closed)).toEqual({ ...fine, ...noRule, "add-entries": "closed", "check-photos": null });
  const locked = { ...closed, lockedAt: new Date() };
  expect(permissionUses(locked)).toEqual({ ...fine, ...noRule, "add-entries": "locked", "check-photos": "locked" });
  expect(usablePermissions(["add-entries", "look-up-entries"], locked)).toEqual(["look-up-entries"]);
  expect(permissionUses({ ...OPEN, entriesFrom: "list" })).toMatchObject({ "look-up-entries": "fromList" });
});
