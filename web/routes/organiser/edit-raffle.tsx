import { data, redirect } from "react-router";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { editRaffleFrom } from "#src/raffles/edit-raffle.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { EditRaffle } from "../../components/edit-raffle/edit-raffle.tsx";
import { ORGANISER_HEADERS } from "../../organiser.ts";
import { pageMeta } from "../../page-meta.ts";
import { editOrganiser, editRefusalView } from "../../views/edit-organiser.ts";
import { readForm } from "../../views/posted-form.ts";
import { asNewWhereGone, readEditForm, storedRaffleForm, withoutUntouchedDates } from "../../views/raffle-edit.ts";
import { changeRows, raffleBody } from "../../views/raffle-form.ts";
import { raffleDescription, raffleView } from "../../views/raffle-view.ts";
import { refusalStatus } from "../../views/refusal-view.ts";
import { uploadOf } from "../../views/upload.ts";
import type { Route } from "./+types/edit-raffle.ts";

export const handle = { hydrate: true, texts: ["desk", "raffles", "messages"] };

export async function loader(args: Route.LoaderArgs) {
  const { raffle } = await editOrganiser(args);
  const site = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const { productName, origin, timeZone, currency } = site.config;
  const meta = {
    path: "edit-raffle",
    productName,
    origin,
    canonicalPath: `/raffle/${raffle.codeId}`,
    description: sentence(language, { key: "desk:edit.description" }),
    listed: false,
  };
  return {
    raffle: { codeId: raffle.codeId, name: raffle.name, version: raffle.version },
    stored: storedRaffleForm(raffle, timeZone),
    saved: new URL(args.request.url).searchParams.has("saved"),
    accessCode: args.params.accessCode,
    share: {
      link: new URL(`/raffle/${raffle.codeId}`, origin).href,
      description: raffleDescription(raffleView(raffle, site, language), language),
    },
    timeZone,
    currency,
    meta,
  };
}

export async function action(args: Route.ActionArgs) {
  const { scope, raffle } = await editOrganiser(args);
  const site = args.context.get(siteContext);
  const { timeZone } = site.config;
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const sent = readEditForm(form);
  const { version, confirmed } = sent;
  if (sent.intent.do !== "create") {
    return data(
      { values: changeRows(sent.values, sent.intent), version, refusal: null },
      { headers: ORGANISER_HEADERS },
    );
  }
  const stored = storedRaffleForm(raffle, timeZone);
  const values = sent.overwrites ? asNewWhereGone(sent.values, stored) : sent.values;
  const { body, places } = raffleBody(values);
  const banner = (await uploadOf(form)) ?? (sent.removeBanner ? ("remove" as const) : null);
  const request = { version, confirmRemoval: confirmed, banner };
  const outcome = await editRaffleFrom({ ...site, timeZone }, scope, withoutUntouchedDates(body, stored), request);
  if (outcome.ok) {
    const { raffleIdOrCode, accessCode } = args.params;
    return redirect(`/edit-raffle/${raffleIdOrCode}/${accessCode}?saved`, { headers: ORGANISER_HEADERS });
  }
  const latest = outcome.refusal.reason === "conflict" ? await findRaffle(site.db, scope.raffleId) : null;
  const refusal = editRefusalView(args, outcome.refusal, { values, places, latest, confirmed });
  return data({ values, version, refusal }, { ...refusalStatus(outcome.refusal), headers: ORGANISER_HEADERS });
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function EditRafflePage({ loaderData, actionData }: Route.ComponentProps) {
  return <EditRaffle {...loaderData} result={actionData ?? null} />;
}
