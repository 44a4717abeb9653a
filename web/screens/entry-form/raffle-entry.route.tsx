import { data } from "react-router";
import { passOfEntering } from "#src/access/entrant-contact.ts";
import { deviceOf } from "#src/entries/submit/entry-signals.ts";
import { submitForm } from "#src/entries/submit/submit-form.ts";
import { passCookie } from "#src/http/organiser-cookies.ts";
import { setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { submissionDeps } from "#src/http/site.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { announce } from "../../inline/form-faults.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { bannerAddress } from "../../page/views/picture-view.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import { attempt } from "../../requests/attempt.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/raffle-entry.route.ts";
import { EntryFormPage } from "./entry-form-page.tsx";
import { entryRefusalView, sendEntry } from "./entry-submission.ts";
import { entryBody, readEntryForm, readRobotFields } from "./read-entry-form.ts";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["entries", "raffles", "messages"],
  cached: { shows: "raffle", except: ["erased"] },
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(site.db, params.raffleCode);
  if (!raffle) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  return {
    raffle: raffleView(raffle, site, language),
    erased: new URL(request.url).searchParams.has("erased"),
    sendsMail: site.config.smtp !== undefined,
    raffleLink: `${site.config.origin}/raffle/${raffle.codeId}`,
    meta: {
      path: "raffle-entry",
      subject: raffle.name,
      productName: site.config.productName,
      origin: site.config.origin,
      canonicalPath: `/raffle-entry/${raffle.codeId}`,
      image: bannerAddress(raffle, "png"),
      description: translate(language, { key: "entries:form.description", params: { name: raffle.name } }),
      listed: raffle.status === "Published",
    },
  };
}

/** Handles the form without JavaScript. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { address, language } = context.get(visitorContext);
  const form = await readForm(request, language);
  const values = readEntryForm(form);
  const site = context.get(siteContext);
  const device = deviceOf(request.headers.get("user-agent"), request.headers.get("accept-language"));
  const deps = { ...submissionDeps(site, { address, device, language }), now: site.clock().getTime() };
  const outcome = await attempt(context, () =>
    submitForm(deps, params.raffleCode, entryBody(values, readRobotFields(form))),
  );
  if (outcome.ok) {
    const cookies = request.headers.get("cookie") ?? "";
    const pass = passOfEntering({ secret: site.secret, cookies, now: site.clock() }, outcome.value);
    setCookies(context, [passCookie(pass, site.config.origin)]);
    return data({ entryCode: outcome.value.entryCode, values, refusal: null }, { status: 201 });
  }
  const { refusal } = outcome;
  const result =
    "challenge" in refusal
      ? { refusal: null, puzzle: { challenge: refusal.challenge, seconds: refusal.seconds } }
      : { refusal: entryRefusalView(refusal) };
  return data({ entryCode: null, values, ...result }, refusalStatus(refusal));
}

/** Handles the form with JavaScript, as one JSON request. */
export async function clientAction({ params, request }: Route.ClientActionArgs) {
  const form = await request.formData();
  const result = await sendEntry(params.raffleCode, readEntryForm(form), readRobotFields(form));
  if (!result.entryCode && !result.refusal && !result.puzzle) announce("unsent", { kind: "offline" });
  return data(result, { status: result.entryCode ? 201 : 422 });
}

/** Loads nothing again: the form holds what was typed, and its code must survive a lost answer. */
export const shouldRevalidate = () => false;

/** Passes Retry-After on from the action, also without JavaScript. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function RaffleEntryPage({ loaderData, actionData }: Route.ComponentProps) {
  return <EntryFormPage {...loaderData} result={actionData ?? null} />;
}
