import { data, redirectDocument } from "react-router";
import { OWNER } from "#src/access/organiser.ts";
import { adoptRaffle } from "#src/access/team/members.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { accountFor } from "../../requests/account.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { proveOnPage } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/take-raffle.route.ts";
import { TakeRaffle } from "./take-raffle.tsx";

export const handle: PageHandle = { forms: true, personal: true };

export async function loader(args: Route.LoaderArgs) {
  await accountFor(args);
  const description = translate(args.context.get(visitorContext).language, { key: "team:take.description" });
  return {
    meta: { path: "take-raffle", description, listed: false },
  };
}

/** Takes the raffle of a typed code into the account, by its access code. */
export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const account = await accountFor(args);
  const form = await readForm(args.request, context.get(visitorContext).language);
  const raffle = typedCode(formText(form, "raffle"));
  const claim = { raffle, accessCode: formText(form, "accessCode") };
  const proof = await attempt(context, () => proveOnPage(args, claim), form);
  const taken = proof.ok
    ? await attempt(context, () => adoptRaffle(context.get(siteContext), proof.value, account))
    : proof;
  if (!taken.ok) return data({ raffle, refusal: refusalView(taken.refusal) }, refusalStatus(taken.refusal));
  return redirectDocument(`/people/${taken.value.codeId}/${OWNER}`, 303);
}

export default function TakeRafflePage({ actionData }: Route.ComponentProps) {
  return <TakeRaffle result={actionData ?? null} />;
}
