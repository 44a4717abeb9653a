import { data, redirect } from "react-router";
import type { OrganiserRefusal } from "#src/access/organiser.ts";
import type { Outcome } from "#src/base/outcome.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { hasEntries } from "#src/raffles/lifecycle/delete-raffle.ts";
import { type EditRefusal, editRaffleFrom } from "#src/raffles/lifecycle/edit-raffle.ts";
import type { UpdatedRaffle } from "#src/raffles/lifecycle/update-raffle.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/pictures/banner-format.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { bannerAddress } from "../../page/views/picture-view.ts";
import { attempt } from "../../requests/attempt.ts";
import { countedVisitor } from "../../requests/counted-visitor.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus } from "../../requests/refusals/refusal-view.ts";
import { uploadOf } from "../../requests/upload.ts";
import { readPictures } from "../raffle-form/read-pictures.ts";
import { changeRows, raffleBody } from "../raffle-form/read-raffle-form.ts";
import type { Route } from "./+types/edit-raffle.route.ts";
import { deleteEditedRaffle } from "./delete-edited-raffle.ts";
import { EditRaffle } from "./edit-raffle.tsx";
import { editOrganiser, editRefusalView, proveEditor } from "./find-edited-raffle.ts";
import { asNewWhereGone, readEditForm, storedRaffleForm, withoutUntouchedDates } from "./raffle-edit.ts";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "raffles", "messages"],
  maxUpload: 2 * MAX_BANNER_BYTES,
};

export async function loader(args: Route.LoaderArgs) {
  const { raffle, scope } = await editOrganiser(args);
  const site = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const { timeZone, currency } = site.config;
  const meta = {
    path: "edit-raffle",
    canonicalPath: `/raffle/${raffle.codeId}`,
    description: translate(language, { key: "desk:edit.description" }),
    listed: false,
  };
  return {
    raffle: {
      codeId: raffle.codeId,
      name: raffle.name,
      version: raffle.version,
      logo: raffle.logo,
      banner: bannerAddress(raffle, "webp"),
      hasEntries: await hasEntries(site.db, scope),
    },
    stored: storedRaffleForm(raffle, timeZone),
    saved: new URL(args.request.url).searchParams.get("saved"),
    timeZone,
    currency,
    meta,
  };
}

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const site = context.get(siteContext);
  const { timeZone } = site.config;
  const form = await readForm(args.request, context.get(visitorContext).language);
  if (formText(form, "intent") === "delete") return deleteEditedRaffle(args, form);
  const sent = readEditForm(form);
  const { version, confirmed } = sent;
  if (sent.intent.do !== "create") {
    return { values: changeRows(sent.values, sent.intent), version, refusal: null };
  }
  let { values } = sent;
  const outcome = await attempt(context, async (): Promise<Outcome<UpdatedRaffle, EditRefusal | OrganiserRefusal>> => {
    const editor = await proveEditor(args);
    if (!editor.ok) return editor;
    const { scope, raffle } = editor.value;
    const stored = storedRaffleForm(raffle, timeZone);
    if (sent.overwrites) values = asNewWhereGone(values, stored);
    const banner = (await uploadOf(form, "banner")) ?? (sent.removeBanner ? ("remove" as const) : null);
    const { body: filled, places } = raffleBody(values, form);
    const pictures = await readPictures(form, places);
    const request = { version, confirmRemoval: confirmed, banner, pictures, removeLogo: sent.removeLogo };
    const body = withoutUntouchedDates(filled, stored);
    return editRaffleFrom({ ...site, ...countedVisitor(context, form), timeZone }, scope, body, request);
  });
  if (outcome.ok) {
    const { raffleCode, accessCode } = args.params;
    return redirect(`/edit-raffle/${raffleCode}/${accessCode}?saved${outcome.value.drawMoved ? "=moved" : ""}`);
  }
  const isConflict = outcome.refusal.reason === "conflict";
  const latest = isConflict ? await findRaffle(site.db, args.params.raffleCode) : null;
  const { places } = raffleBody(values, form);
  const refusal = editRefusalView(args, outcome.refusal, { values, places, latest, confirmed });
  return data({ values, version, refusal }, refusalStatus(outcome.refusal));
}

export default function EditRafflePage({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData && "values" in actionData ? actionData : null;
  const deletion = actionData && "deletion" in actionData ? actionData.deletion : null;
  return <EditRaffle {...loaderData} result={result} deletion={deletion} />;
}
