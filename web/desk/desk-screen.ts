import type { HelperPermission, OrganiserScope, StaffScope } from "#src/access/scope.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { partOfRaffle } from "../page/page-meta.ts";
import type { FormAnswer, Screen } from "../requests/answer-form.ts";
import { type DeskPage, organiserOf, screenName } from "../requests/organiser.ts";
import { raffleOf } from "../requests/raffle.ts";
import { actionOf, loaderOf } from "../requests/screens.ts";
import { staffFor } from "../requests/staff.ts";

/** A request of a screen, with what it has proved and the raffle that it is about. */
export type DeskScreen<Scope = OrganiserScope> = Screen & { readonly scope: Scope; readonly raffle: PublicRaffle };

const ORGANISER = { prove: organiserOf, about: aboutRaffle };

function staff<Permission extends HelperPermission>(permission: Permission) {
  return { prove: (page: DeskPage) => staffFor(page, permission), about: aboutRaffle };
}

/** What all loaders of screens of a raffle get besides. */
export async function aboutRaffle(
  { request, context, scope }: Screen & { readonly scope: { readonly raffleId: string } },
  description: string,
) {
  const raffle = await raffleOf(context, scope.raffleId);
  return { raffle, meta: { path: screenName(request), description, ...partOfRaffle(raffle) } };
}

export function deskLoader<Data extends object>(key: TextKey, load: (screen: DeskScreen) => Data | Promise<Data>) {
  return loaderOf(ORGANISER, key, load);
}

export function deskAction<Typed, Value>(answer: FormAnswer<OrganiserScope, Typed, Value>) {
  return actionOf(ORGANISER, answer);
}

export function staffLoader<Permission extends HelperPermission, Data extends object>(
  permission: Permission,
  key: TextKey,
  load: (screen: DeskScreen<StaffScope<Permission>>) => Data | Promise<Data>,
) {
  return loaderOf(staff(permission), key, load);
}

export function staffAction<Permission extends HelperPermission, Typed, Value>(
  permission: Permission,
  answer: FormAnswer<StaffScope<Permission>, Typed, Value>,
) {
  return actionOf(staff(permission), answer);
}
