import { data, redirectDocument } from "react-router";
import type { OrganiserScope } from "#src/access/scope.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText, isTrusted } from "../../requests/form-text.ts";
import { deskAddress, markerOf, proveOnPage } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { DESK_SCREENS } from "../desk-head/desk-head-view.ts";
import type { Route } from "./+types/open-desk.route.ts";
import { OpenDesk } from "./open-desk.tsx";

export const handle: PageHandle = { forms: true, personal: true };

/** Asks for a code that the URL does not hold: a bookmark of the desk whose pass has expired or was given up. */
export async function loader(args: Route.LoaderArgs) {
  const proof = await proveOnPage(args, { raffle: args.params.raffle });
  if (proof.ok) throw toScreen(args.request, args.params.raffle, proof.value);
  const raffle = await raffleOf(args.context, args.params.raffle);
  const { language } = args.context.get(visitorContext);
  const { productName, smtp, operatorEmail = null } = args.context.get(siteContext).config;
  const description = translate(language, { key: "desk:open.description" });
  const mailSubject = smtp ? translate(language, { key: "mails:raffleCodes.subject", params: { productName } }) : null;
  const meta = { path: "open-desk", description, listed: false };
  return { name: raffle.name, codeId: raffle.codeId, ways: { mailSubject, operatorEmail }, meta };
}

export async function action(args: Route.ActionArgs) {
  const { request, context, params } = args;
  const form = await readForm(request, context.get(visitorContext).language);
  const accessCode = formText(form, "accessCode");
  const proof = await attempt(context, () => proveOnPage(args, { raffle: params.raffle, accessCode }, isTrusted(form)));
  if (!proof.ok) return data({ refusal: refusalView(proof.refusal) }, refusalStatus(proof.refusal));
  const to = deskAddress(request, screenOf(request), params.raffle, accessCode);
  return redirectDocument(to, 303);
}

function toScreen(request: Request, raffle: string, scope: OrganiserScope) {
  return redirectDocument(`/${screenOf(request)}/${encodeURIComponent(raffle)}/${markerOf(scope)}`);
}

function screenOf(request: Request): string {
  const asked = new URL(request.url).searchParams.get("to");
  return DESK_SCREENS.find((screen) => screen === asked) ?? "draw-list";
}

export default function OpenDeskPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, codeId, ways } = loaderData;
  return <OpenDesk name={name} codeId={codeId} ways={ways} refusal={actionData?.refusal ?? null} />;
}
