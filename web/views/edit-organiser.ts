import { type RouterContextProvider, redirect } from "react-router";
import type { OrganiserScope } from "#src/access/scope.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import type { FieldMessages, Message } from "#src/base/refusal.ts";
import { showMoment } from "#src/i18n/format.ts";
import type { EditRefusal } from "#src/raffles/edit-raffle.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { ORGANISER_HEADERS, proveOnPage } from "../organiser.ts";
import { type Difference, differencesOf, storedRaffleForm } from "./raffle-edit.ts";
import { atFormPlaces, type RaffleBody, type RaffleFormValues } from "./raffle-form.ts";
import { refusalPage } from "./refusal-page.ts";
import { type RefusalView, refusalView } from "./refusal-view.ts";

type EditArgs = {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
  readonly params: { readonly raffleIdOrCode: string; readonly accessCode: string };
};

/** What the create page says to whom it was shown in place of the edit screen, by the name in its address. */
export const TURNED_AWAY: ReadonlyMap<string | null, Message> = new Map([
  ["missing-codes", { key: "missingRaffleCodes" }],
  ["raffle-not-found", { key: "raffleNotFound" }],
  ["access-code-mismatch", { key: "accessCodeInvalid" }],
]);

/** Leads to the create page, which says why. */
export function turnAway(reason: "missing-codes" | "raffle-not-found" | "access-code-mismatch"): Response {
  return redirect(`/create-raffle?turned-away=${reason}`, { headers: ORGANISER_HEADERS });
}

/**
 * Proves the organiser of the edit screen, whose address holds the exact access code.
 *
 * @throws a redirect to the create page for an unknown raffle or a wrong code, React Router's `data` for too many tries
 */
export async function editOrganiser(args: EditArgs): Promise<{ scope: OrganiserScope; raffle: PublicRaffle }> {
  const { raffleIdOrCode, accessCode } = args.params;
  const scope = await proveOnPage(args, { raffle: raffleIdOrCode, accessCode, exact: true });
  if (!scope.ok) {
    const { reason } = scope.refusal;
    if (reason !== "too-many-requests") throw turnAway(reason);
    throw refusalPage(args.context, scope.refusal, ORGANISER_HEADERS);
  }
  const raffle = await findRaffle(args.context.get(siteContext).db, scope.value.raffleId);
  if (!raffle) throw turnAway("raffle-not-found");
  return { scope: scope.value, raffle };
}

/** A refused edit as the form shows it: beside its fields, or as a question to the organiser. */
export type EditRefusalView = RefusalView & {
  /** What another saved meanwhile, and the version to save over. */
  readonly conflict: { readonly version: number; readonly differences: readonly Difference[] } | null;
  /** What entrants chose of what would be removed, and the ids that a yes confirms. */
  readonly removal: { readonly ids: string; readonly messages: readonly Message[] } | null;
};

/** Makes a refused edit ready to be shown. */
export function editRefusalView(
  { context }: EditArgs,
  refusal: EditRefusal,
  form: {
    readonly values: RaffleFormValues;
    readonly places: RaffleBody["places"];
    readonly latest: PublicRaffle | null;
    readonly confirmed: readonly string[];
  },
): EditRefusalView {
  const { timeZone } = context.get(siteContext).config;
  const { language } = context.get(visitorContext);
  const view = refusalView(refusal);
  const fields: FieldMessages = refusal.fields ?? {};
  const summary = view.summary.map((message) => {
    const at = message.params?.at;
    if (at === undefined) return message;
    const shown = showMoment(new Date(at), language, timeZone);
    return { ...message, params: { ...message.params, at: `${shown.date}, ${shown.time}` } };
  });
  const removal =
    refusal.reason === "removal-unconfirmed"
      ? {
          ids: [...form.confirmed, ...Object.keys(fields).map((path) => path.split(".")[1])].join(","),
          messages: Object.values(fields).flat(),
        }
      : null;
  const conflict = form.latest && {
    version: form.latest.version,
    differences: differencesOf(form.values, storedRaffleForm(form.latest, timeZone)),
  };
  return { ...view, summary, errors: atFormPlaces(view.errors, form.places), conflict, removal };
}
