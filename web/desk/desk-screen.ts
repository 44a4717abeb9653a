import type { HelperPermission, OrganiserScope, StaffScope } from "#src/access/scope.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { type PageMeta, partOfRaffle } from "../page/page-meta.ts";
import { answerForm, type FormAnswer, type Screen, screenOf } from "../requests/answer-form.ts";
import { type DeskPage, organiserOf, screenName } from "../requests/organiser.ts";
import { raffleOf } from "../requests/raffle.ts";
import { staffFor } from "../requests/staff.ts";

/** A request of a screen, with what it has proved and the raffle that it is about. */
export type DeskScreen<Scope = OrganiserScope> = Screen & { readonly scope: Scope; readonly raffle: PublicRaffle };

/** The loader of an organiser's screen. The data has the page's `meta`, unless it brings its own. */
export function deskLoader<Data extends object>(
  description: TextKey,
  load: (screen: DeskScreen) => Data | Promise<Data>,
) {
  return (args: DeskPage) => loadFor(args, organiserOf(args), description, load);
}

/** The action of an organiser's screen. */
export function deskAction<Typed, Value>(answer: FormAnswer<OrganiserScope, Typed, Value>) {
  return (args: DeskPage) => answerForm(args, organiserOf(args), answer);
}

/** The loader of a screen for the shop's staff. */
export function staffLoader<Permission extends HelperPermission, Data extends object>(
  permission: Permission,
  description: TextKey,
  load: (screen: DeskScreen<StaffScope<Permission>>) => Data | Promise<Data>,
) {
  return async (args: DeskPage) => loadFor(args, await staffFor(args, permission), description, load);
}

/** The action of a screen for the shop's staff. */
export function staffAction<Permission extends HelperPermission, Typed, Value>(
  permission: Permission,
  answer: FormAnswer<StaffScope<Permission>, Typed, Value>,
) {
  return async (args: DeskPage) => answerForm(args, await staffFor(args, permission), answer);
}

async function loadFor<Scope extends { readonly raffleId: string }, Data extends object>(
  args: DeskPage,
  scope: Scope,
  description: TextKey,
  load: (screen: DeskScreen<Scope>) => Data | Promise<Data>,
): Promise<{ readonly meta: PageMeta } & Data> {
  const screen = screenOf(args);
  const raffle = await raffleOf(args.context, scope.raffleId);
  const meta = {
    path: screenName(args.request),
    description: translate(screen.language, { key: description }),
    ...partOfRaffle(raffle),
  };
  return { meta, ...(await load({ ...screen, scope, raffle })) };
}
