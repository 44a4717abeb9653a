import type { HelperPermission, StaffScope } from "#src/access/scope.ts";
import { findStaff, organiserAsStaff, proveStaff, type Staff, type StaffRefusal } from "#src/access/staff/staff.ts";
import type { Outcome } from "#src/base/outcome.ts";
import { accountContext, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { type DeskPage, deskDoor, givenTo, organiserOf } from "./organiser.ts";
import type { PageRequest } from "./page-request.ts";
import { refusalPage } from "./refusals/refusal-page.ts";

/**
 * Proves a shop's staff on a page for one raffle. With an access code in the URL, or a marker in its place, as
 * `organiserOf`; without one by the account that owns the raffle, the browser's pass, or a helper's cookie.
 *
 * @throws as `organiserOf`; without a code React Router's `data` with a message, 403 where nothing is a proof
 */
export async function staffFor<Permission extends HelperPermission>(
  args: DeskPage,
  permission: Permission,
): Promise<StaffScope<Permission>> {
  if (args.params.accessCode !== undefined) return organiserAsStaff(organiserOf(args), permission);
  const scope = await proveStaffHere(args, args.params.raffleCode, permission);
  if (scope.ok) return scope.value;
  throw staffRefusalPage(args, args.params.raffleCode, scope.refusal);
}

/**
 * The page for who may not do this: a helper whose link is for something else is led back to what they may do, and a
 * browser without any proof to where the access code is typed.
 */
export function staffRefusalPage({ context, request }: StaffPage, raffle: string, refusal: StaffRefusal) {
  const to = (key: TextKey, href: string) => ({
    back: { label: translate(context.get(visitorContext).language, { key }), href },
  });
  if (refusal.reason === "permission-missing") {
    return refusalPage(context, refusal, to("claims:helpers.toHome", `/helping/${encodeURIComponent(raffle)}`));
  }
  if (refusal.reason === "staff-only") {
    return refusalPage(context, refusal, to("desk:open.heading", deskDoor(request, raffle)));
  }
  return refusalPage(context, refusal);
}

type StaffPage = Pick<PageRequest, "context" | "request">;

/** Proves a shop's staff by what the browser holds. Refuses as `proveStaff`. */
export async function proveStaffHere<Permission extends HelperPermission>(
  page: PageRequest,
  raffle: string,
  permission: Permission,
): Promise<Outcome<StaffScope<Permission>, StaffRefusal>> {
  return proveStaff(await staffDeps(page), { raffle }, permission);
}

/** Who the visitor of a page is of a raffle's staff, by what the browser holds. Refuses as `findStaff`. */
export async function staffOnPage(page: PageRequest, raffle: string): Promise<Outcome<Staff, StaffRefusal>> {
  return findStaff(await staffDeps(page), { raffle });
}

async function staffDeps(page: PageRequest) {
  return { ...givenTo(page), db: page.context.get(siteContext).db, account: await page.context.get(accountContext)() };
}
