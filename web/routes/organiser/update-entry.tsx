import { data, redirect } from "react-router";
import { OWNER } from "#src/access/organiser.ts";
import { proveEntrant } from "#src/access/read.ts";
import type { EntrantScope } from "#src/access/scope.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { editEntry } from "#src/entries/edit-entry.ts";
import { readEntry } from "#src/entries/read.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { findRaffle, findRaffleId } from "#src/raffles/read.ts";
import { UpdateEntry } from "../../components/update-entry/update-entry.tsx";
import { ORGANISER_HEADERS, proveOnPage } from "../../organiser.ts";
import { pageMeta } from "../../page-meta.ts";
import { type EditResult, readEntryEditForm } from "../../views/entry-edit-form.ts";
import { entryEditView } from "../../views/entry-edit-view.ts";
import { readForm } from "../../views/posted-form.ts";
import { refusalPage } from "../../views/refusal-page.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/update-entry.ts";

export const handle = { hydrate: true, texts: ["desk", "entries", "messages"] };

export async function loader(args: Route.LoaderArgs) {
  const { db, config } = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const entrant = await entrantOf(args);
  // Whoever only has the entry code, or an address somebody sent them, is shown nothing of the person.
  const organiser = await proveOnPage(args, { raffle: entrant.raffleId });
  const found = organiser.ok ? await readEntry(db, entrant) : null;
  const { productName, origin } = config;
  const description = sentence(language, { key: "desk:update.description" });
  return data(
    {
      entry: found && entryEditView(found),
      isOwner: organiser.ok && organiser.value.userId !== null,
      meta: { path: "update-entry", productName, origin, canonicalPath: "/update-entry", description, listed: false },
    },
    { headers: ORGANISER_HEADERS },
  );
}

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const site = context.get(siteContext);
  const entry = await entrantOf(args);
  const form = readEntryEditForm(await readForm(args.request, args.context.get(visitorContext).language));
  const typed = form.accessCode.trim();
  const { intent } = form;
  const refused = (refusal: Parameters<typeof refusalView>[0], info: EditResult["info"] = null) =>
    data<EditResult>({ intent, info, refusal: refusalView(refusal) }, refusalStatus(refusal));

  const proof = await proveOnPage(args, { raffle: entry.raffleId, accessCode: typed === "" ? undefined : typed });
  if (!proof.ok && proof.refusal.reason !== "access-code-mismatch") return refused(proof.refusal, form.info);
  const needsCode = intent === "back" && typed === "" && proof.ok && proof.value.userId === null;
  if (!proof.ok || needsCode) {
    const key = typed === "" ? "accessCodeRequired" : "accessCodeInvalid";
    return refused({ reason: "access-code-mismatch", fields: { accessCode: [{ key }] } }, form.info);
  }
  const organiser = proof.value;
  switch (intent) {
    case "open":
      return data<EditResult>({ intent, info: null, refusal: null });
    case "back": {
      const codeId = (await findRaffle(site.db, organiser.raffleId))?.codeId;
      return redirect(`/draw-list/${codeId}/${typed.toUpperCase() || OWNER}`, {
        status: 303,
        headers: ORGANISER_HEADERS,
      });
    }
    default: {
      const given = { ...site, defaultRegion: site.config.defaultRegion };
      const edit = { organiser, entry };
      const parts = { info: form.info, rules: { rules: form.doneRules }, wishlist: { wishes: form.wishes } };
      const outcome = await editEntry(given, edit, parts[intent]);
      return outcome.ok ? data<EditResult>({ intent, info: null, refusal: null }) : refused(outcome.refusal, form.info);
    }
  }
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function UpdateEntryPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { entry, isOwner } = loaderData;
  return <UpdateEntry entryCode={params.entryCode} entry={entry} isOwner={isOwner} result={actionData ?? null} />;
}

/** The entry that the address names; `?raffle=` settles a code that two raffles hold. */
async function entrantOf({ params, request, context }: Route.LoaderArgs): Promise<EntrantScope> {
  const { db, guesses } = context.get(siteContext);
  const { address } = context.get(visitorContext);
  const raffle = new URL(request.url).searchParams.get("raffle");
  const raffleId = raffle === null ? undefined : ((await findRaffleId(db, raffle)) ?? undefined);
  const scope = await proveEntrant({ reader: db, guesses, address }, { entryCode: params.entryCode, raffleId });
  if (scope.ok) return scope.value;
  throw refusalPage(context, scope.refusal, ORGANISER_HEADERS);
}
