import { data } from "react-router";
import { accountContext, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { createRaffleFrom } from "#src/raffles/lifecycle/create-raffle.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/pictures/banner-format.ts";
import { attempt } from "../../requests/attempt.ts";
import { countedVisitor } from "../../requests/counted-visitor.ts";
import { formText } from "../../requests/form-text.ts";
import { proveOnPage } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { uploadOf } from "../../requests/upload.ts";
import { TURNED_AWAY } from "../edit-raffle/find-edited-raffle.ts";
import type { Route } from "./+types/create-raffle.route.ts";
import { CreateRaffle } from "./create-raffle.tsx";
import { createdView, mailCodesOfNew } from "./created/created-raffle.ts";
import { loadCopy } from "./load-copy.ts";
import { readPictures } from "./read-pictures.ts";
import { atFormPlaces, changeRows, raffleBody, readRaffleForm } from "./read-raffle-form.ts";
import { fillTemplate, templateOf } from "./templates/raffle-templates.ts";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["raffles", "desk", "messages"],
  personal: true,
  maxUpload: 2 * MAX_BANNER_BYTES,
};

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args;
  const { config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const { productName, timeZone, currency } = config;
  return {
    productName,
    timeZone,
    currency,
    copied: await loadCopy(args),
    turnedAway: TURNED_AWAY.get(new URL(request.url).searchParams.get("turned-away")) ?? null,
    meta: { path: "create-raffle", description: translate(language, { key: "raffles:create.description" }) },
  };
}

/** An answer of which nothing came yet. */
const NOTHING = { created: null, mailed: null, values: null, refusal: null };

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const site = context.get(siteContext);
  const form = await readForm(request, context.get(visitorContext).language);
  if (formText(form, "intent") === "mail-codes") return mailCodesOfNew(args, form);
  const { values, intent } = readRaffleForm(form);
  const template = templateOf(formText(form, "intent"));
  if (template) {
    const { language } = context.get(visitorContext);
    const say = (key: KeyUnder<"raffles", "templates">) => translate(language, { key: `raffles:templates.${key}` });
    return { ...NOTHING, values: fillTemplate(values, form, template, say) };
  }
  if (intent.do !== "create") return { ...NOTHING, values: changeRows(values, intent) };
  const { body, places } = raffleBody(values, form);

  const { timeZone } = site.config;
  const outcome = await attempt(context, async () => {
    const owner = await context.get(accountContext)();
    return createRaffleFrom({ ...site, ...countedVisitor(context, form), timeZone, owner }, body, {
      banner: await uploadOf(form, "banner"),
      pictures: await readPictures(form, places),
    });
  });
  if (!outcome.ok) {
    const refusal = refusalView(outcome.refusal);
    const errors = atFormPlaces(refusal.errors, places);
    return data({ ...NOTHING, values, refusal: { ...refusal, errors } }, refusalStatus(outcome.refusal));
  }
  const { codeId, accessCode } = outcome.value;
  // A guest's browser gets a pass: the way to the desk needs no code, even when this answer is lost. An account has
  // its raffles while it is signed in, and leaves none of them open in a browser that others use.
  if (!(await context.get(accountContext)())) await proveOnPage(args, { raffle: codeId, accessCode });
  const created = createdView(context, { name: values.name.trim(), codeId, accessCode }, outcome.value);
  return data({ ...NOTHING, created }, 201);
}

/** A new raffle changes no data of this page. */
export const shouldRevalidate = () => false;

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function CreateRafflePage({ loaderData, actionData }: Route.ComponentProps) {
  return <CreateRaffle {...loaderData} result={actionData ?? null} />;
}
