import { admitChange, CHANGE_RAFFLE } from "#src/access/audit/admit-change.ts";
import type { HelperPermission, OrganiserScope, StaffScope } from "#src/access/scope.ts";
import { accept } from "#src/base/outcome.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";
import { partOfRaffle } from "../page/page-meta.ts";
import type { FormAnswer, Screen } from "../requests/answer-form.ts";
import { type DeskPage, organiserOf, screenName } from "../requests/organiser.ts";
import { raffleOf } from "../requests/raffle.ts";
import { actionOf, loaderOf } from "../requests/screens.ts";
import { staffFor } from "../requests/staff.ts";

/** A request of a screen, with what it has proved and the raffle that it is about. */
export type DeskScreen<Scope = OrganiserScope> = Screen & { readonly scope: Scope; readonly raffle: PublicRaffle };

/** How a screen of the desk answers its form. */
type DeskAnswer<Scope, Typed, Value> = FormAnswer<Scope, Typed, Value> & {
  /** The limit of changes that a pressed button counts for; null where the change has a limit of its own. */
  readonly limitOf?: (intent: string) => ActionPolicy | null;
};

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

export function deskAction<Typed, Value>(answer: DeskAnswer<OrganiserScope, Typed, Value>) {
  return actionOf(ORGANISER, counted(answer));
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
  answer: DeskAnswer<StaffScope<Permission>, Typed, Value>,
) {
  return actionOf(staff(permission), counted(answer));
}

/** Counts a form as a change before it is done. Its puzzle gets a page of its own. */
function counted<Scope extends { readonly raffleId: string }, Typed, Value>({
  limitOf = () => CHANGE_RAFFLE,
  ...answer
}: DeskAnswer<Scope, Typed, Value>): FormAnswer<Scope, Typed, Value> {
  const change: typeof answer.change = async (sent) => {
    const policy = limitOf(sent.intent);
    const admitted = policy === null ? accept(undefined) : await admitChange(sent.deps, sent.scope, policy);
    return admitted.ok ? answer.change(sent) : admitted;
  };
  return { puzzlePage: true, ...answer, change };
}
