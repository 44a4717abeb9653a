import { redirect } from "react-router";
import type { OrganiserRefusal } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Message, Refusal } from "#src/base/refusal.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { formatTimestamp } from "#src/i18n/timestamp.ts";
import type { EditRefusal } from "#src/raffles/lifecycle/edit-raffle.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { type DeskPage, deskProof } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { type RefusalView, refusalView } from "../../requests/refusals/refusal-view.ts";
import { atFormPlaces, type RaffleBody, type RaffleFormValues } from "../raffle-form/read-raffle-form.ts";
import { type Difference, differencesOf, storedRaffleForm } from "./raffle-edit.ts";

type Editor = { readonly scope: OrganiserScope; readonly raffle: PublicRaffle };

/** Messages of the create page for an organiser who was redirected from the edit screen, by the reason in the URL. */
export const TURNED_AWAY: ReadonlyMap<string | null, Message> = new Map([
  ["missing-codes", { key: "missingRaffleCodes" }],
  ["raffle-not-found", { key: "raffleNotFound" }],
  ["access-code-mismatch", { key: "accessCodeInvalid" }],
]);

/** Redirects to the create page, which shows the reason. */
export function redirectToCreate(reason: "missing-codes" | "raffle-not-found" | "access-code-mismatch"): Response {
  return redirect(`/create-raffle?turned-away=${reason}`);
}

/**
 * Proves the organiser of the edit screen.
 *
 * @throws a redirect to the create page for an unknown raffle or a wrong code; React Router's `data` for too many
 *   attempts
 */
export async function editOrganiser(args: DeskPage): Promise<Editor> {
  const editor = await proveEditor(args);
  if (editor.ok) return editor.value;
  const { reason } = editor.refusal;
  if (reason !== "too-many-requests" && reason !== "challenge-required") throw redirectToCreate(reason);
  throw refusalPage(args.context, editor.refusal);
}

/** The same, but returns an outcome: a refused form must stay on the screen. */
export async function proveEditor(args: DeskPage): Promise<Outcome<Editor, OrganiserRefusal>> {
  const scope = deskProof(args.context);
  if (!scope.ok) return scope;
  const raffle = await findRaffle(args.context.get(siteContext).db, scope.value.raffleId);
  return raffle ? accept({ scope: scope.value, raffle }) : refuse({ reason: "raffle-not-found" });
}

/** A refused edit as the form shows it: messages at its fields, or a question to the organiser. */
export type EditRefusalView = RefusalView & {
  /** What somebody else saved meanwhile, and the version to overwrite. */
  readonly conflict: { readonly version: number; readonly differences: readonly Difference[] } | null;
  /** Entrants' choices that the edit would remove, and the ids to confirm. */
  readonly removal: { readonly ids: string; readonly messages: readonly Message[] } | null;
};

/** Converts a refused edit into the form's view of it. */
export function editRefusalView(
  { context }: DeskPage,
  refusal: EditRefusal | OrganiserRefusal | Refusal<"failed" | "site-away">,
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
  const said = refusal.reason === "access-code-mismatch" ? [{ key: "accessCodeInvalid" as const }] : view.summary;
  const summary = said.map((message: Message) => {
    const at = message.params?.at;
    if (at === undefined) return message;
    const shown = formatTimestamp(new Date(at), language, timeZone);
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
