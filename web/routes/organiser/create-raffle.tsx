import { data } from "react-router";
import { renderSVG } from "uqr";
import { accountContext, siteContext, visitorContext } from "#src/api/page-context.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { createRaffleFrom } from "#src/raffles/create-raffle.ts";
import { CreateRaffle } from "../../components/raffle-form/create-raffle.tsx";
import { pageMeta } from "../../page-meta.ts";
import { attempt } from "../../views/attempt.ts";
import { TURNED_AWAY } from "../../views/edit-organiser.ts";
import { readForm } from "../../views/posted-form.ts";
import { atFormPlaces, changeRows, raffleBody, readRaffleForm } from "../../views/raffle-form.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import { uploadOf } from "../../views/upload.ts";
import type { Route } from "./+types/create-raffle.ts";

export const handle = { hydrate: true, texts: ["raffles", "desk", "messages"] };

export function loader({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const { productName, origin, timeZone, currency } = config;
  return {
    productName,
    timeZone,
    currency,
    turnedAway: TURNED_AWAY.get(new URL(request.url).searchParams.get("turned-away")) ?? null,
    meta: {
      path: "create-raffle",
      productName,
      origin,
      canonicalPath: "/create-raffle",
      description: sentence(language, { key: "raffles:create.description" }),
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await readForm(request, context.get(visitorContext).language);
  const { values, intent } = readRaffleForm(form);
  if (intent.do !== "create") return { created: null, values: changeRows(values, intent), refusal: null };
  const { body, places } = raffleBody(values);

  const { timeZone, origin } = site.config;
  const outcome = await attempt(context, async () => {
    const owner = await context.get(accountContext)();
    return createRaffleFrom({ ...site, timeZone, owner }, body, await uploadOf(form));
  });
  if (!outcome.ok) {
    const refusal = refusalView(outcome.refusal);
    const errors = atFormPlaces(refusal.errors, places);
    return data({ created: null, values, refusal: { ...refusal, errors } }, refusalStatus(outcome.refusal));
  }
  const { codeId, accessCode } = outcome.value;
  const link = new URL(`/raffle/${codeId}`, origin).href;
  const qrCode = renderSVG(link, { border: 2 });
  const created = { name: values.name.trim(), codeId, accessCode, link, qrCode };
  // The only answer that ever holds the access code: it must not be kept anywhere on its way.
  return data({ created, values: null, refusal: null }, { status: 201, headers: { "cache-control": "no-store" } });
}

/** With JavaScript, a connection that breaks leaves the form as it is. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const { values } = readRaffleForm(await request.clone().formData());
  try {
    return await serverAction();
  } catch {
    return { created: null, values, refusal: refusalView({ reason: "failed" }) };
  }
}

/** Nothing here changes with a raffle made, and a broken connection must not take the form away. */
export const shouldRevalidate = () => false;

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function CreateRafflePage({ loaderData, actionData }: Route.ComponentProps) {
  return <CreateRaffle {...loaderData} result={actionData ?? null} />;
}
