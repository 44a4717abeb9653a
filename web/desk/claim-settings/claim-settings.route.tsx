import { data } from "react-router";
import { editClaimSettings, readClaimSettings } from "#src/claims/settings.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { hasOwner } from "#src/raffles/lists/account-raffles.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/claim-settings.route.ts";
import { ClaimSettingsForm } from "./claim-settings-form.tsx";

export const handle: PageHandle = { forms: true };

export async function loader(args: Route.LoaderArgs) {
  const scope = organiserOf(args);
  const { db } = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const raffle = await raffleOf(args.context, scope.raffleId);
  const { codeId, name } = raffle;
  const description = translate(language, { key: "claims:settings.description" });
  const canonicalPath = `/raffle/${codeId}`;
  const meta = { path: "claim-settings", subject: name, canonicalPath, description };
  const settings = await readClaimSettings(db, scope.raffleId);
  const owned = await hasOwner(db, scope.raffleId);
  return { codeId, owned, settings, meta: { ...meta, listed: false } };
}

export async function action(args: Route.ActionArgs) {
  const scope = organiserOf(args);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const typed = {
    ways: formText(form, "ways"),
    pickUp: formText(form, "pickUp"),
    question: formText(form, "question"),
    needsId: formText(form, "needsId") === "yes",
    tellsOwner: formText(form, "tellsOwner") === "yes",
    thanks: formText(form, "thanks"),
  };
  const site = args.context.get(siteContext);
  const outcome = await attempt(args.context, () => editClaimSettings(site, scope, typed), form);
  if (outcome.ok) return data({ typed: null, refusal: null });
  return data({ typed, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

export default function ClaimSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { codeId, owned, settings } = loaderData;
  return (
    <>
      <ClaimSettingsForm
        codeId={codeId}
        owned={owned}
        values={actionData?.typed ?? settings}
        saved={actionData !== undefined && actionData.refusal === null}
        refusal={actionData?.refusal ?? null}
      />
    </>
  );
}
