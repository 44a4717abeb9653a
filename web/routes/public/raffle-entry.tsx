import { data } from "react-router";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { submissionGiven } from "#src/api/site.ts";
import { submitForm } from "#src/entries/submit-form.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { EntryFormPage } from "../../components/entry-form/entry-form-page.tsx";
import type { PageHandle } from "../../page-handle.ts";
import { pageMeta } from "../../page-meta.ts";
import { attempt } from "../../views/attempt.ts";
import { entryBody, readEntryForm, readRobotFields } from "../../views/entry-form.ts";
import { sendEntry } from "../../views/entry-submission.ts";
import { readForm } from "../../views/posted-form.ts";
import { raffleView } from "../../views/raffle-view.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/raffle-entry.ts";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["entries", "raffles", "messages"],
  kept: { shows: "raffle", except: ["erased"] },
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(site.db, params.raffleCode);
  if (!raffle) throw data({ message: sentence(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  return {
    raffle: raffleView(raffle, site, language),
    erased: new URL(request.url).searchParams.has("erased"),
    meta: {
      path: "raffle-entry",
      subject: raffle.name,
      productName: site.config.productName,
      origin: site.config.origin,
      canonicalPath: `/raffle-entry/${raffle.codeId}`,
      image: `/banner/${raffle.codeId}.png`,
      description: sentence(language, { key: "entries:form.description", params: { name: raffle.name } }),
      listed: raffle.status === "Published",
    },
  };
}

/** The form without JavaScript. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { address, language } = context.get(visitorContext);
  const form = await readForm(request, language);
  const values = readEntryForm(form);
  const site = context.get(siteContext);
  const given = { ...submissionGiven(site, { address, language }), secret: site.secret, now: site.clock().getTime() };
  const outcome = await attempt(context, () =>
    submitForm(given, params.raffleCode, entryBody(values, readRobotFields(form))),
  );
  if (outcome.ok) return data({ entryCode: outcome.value.entryCode, values, refusal: null }, { status: 201 });
  const { refusal } = outcome;
  const result =
    "challenge" in refusal
      ? { refusal: null, puzzle: { challenge: refusal.challenge, seconds: refusal.seconds } }
      : { refusal: refusalView(refusal) };
  return data({ entryCode: null, values, ...result }, refusalStatus(refusal));
}

/** The form with JavaScript: one JSON request. */
export async function clientAction({ params, request }: Route.ClientActionArgs) {
  const form = await request.formData();
  return sendEntry(params.raffleCode, readEntryForm(form), readRobotFields(form));
}

/** What was typed is in the form, and its code must outlive a lost answer: nothing here is loaded anew. */
export const shouldRevalidate = () => false;

/** Without JavaScript too, whoever must wait is told how long where programs look for it. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function RaffleEntryPage({ loaderData, actionData }: Route.ComponentProps) {
  return <EntryFormPage {...loaderData} result={actionData ?? null} />;
}
