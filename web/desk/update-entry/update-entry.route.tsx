import { data, redirectDocument } from "react-router";
import { proveEntrant } from "#src/access/entrant.ts";
import { contactForOrganiser } from "#src/access/entrant-contact.ts";
import type { EntrantScope } from "#src/access/scope.ts";
import { accept } from "#src/base/outcome.ts";
import { editEntry } from "#src/entries/edit/edit-entry.ts";
import { readWholeEntry } from "#src/entries/read.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle, findRaffleId } from "#src/raffles/read.ts";
import { attempt } from "../../requests/attempt.ts";
import { deskAddress, markerOf, proveOnPage } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { DeskHead } from "../desk-head/desk-head.tsx";
import { deskHeadFor } from "../desk-head/desk-head-view.ts";
import type { Route } from "./+types/update-entry.route.ts";
import { type EditResult, readEntryEditForm } from "./entry-edit-form.ts";
import { entryEditView } from "./entry-edit-view.ts";
import { UpdateEntry } from "./update-entry.tsx";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "entries", "messages"],
  personal: true,
  leavesDesk: "as-guest",
};

export async function loader(args: Route.LoaderArgs) {
  const { db, config } = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const entrant = await entrantOf(args);
  // An entry code or a shared URL alone shows nothing of the person.
  const organiser = await proveOnPage(args, { raffle: entrant.raffleId });
  const contact = organiser.ok ? contactForOrganiser(organiser.value, entrant) : null;
  const found = contact && (await readWholeEntry(db, contact));
  const description = translate(language, { key: "desk:update.description" });
  return {
    entry: found && entryEditView(found, { language, timeZone: config.timeZone }),
    head: organiser.ok
      ? await deskHeadFor(args, { scope: organiser.value, accessCode: markerOf(organiser.value), tab: "entries" })
      : null,
    isOwner: organiser.ok && organiser.value.userId !== null,
    meta: { path: "update-entry", description, listed: false },
  };
}

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const site = context.get(siteContext);
  const sent = await readForm(args.request, args.context.get(visitorContext).language);
  const form = readEntryEditForm(sent);
  const typed = form.accessCode.trim();
  const { intent } = form;
  const refused = (refusal: Parameters<typeof refusalView>[0], info: EditResult["info"] = null) =>
    data<EditResult>({ intent, info, refusal: refusalView(refusal) }, refusalStatus(refusal));

  const proof = await attempt(
    context,
    async () => {
      const entry = await entrantOf(args);
      const claim = { raffle: entry.raffleId, accessCode: typed === "" ? undefined : typed };
      const organiser = await proveOnPage(args, claim, form.trust);
      return organiser.ok ? accept({ entry, organiser: organiser.value }) : organiser;
    },
    sent,
  );
  if (!proof.ok && proof.refusal.reason !== "access-code-mismatch") return refused(proof.refusal, form.info);
  if (!proof.ok) {
    const key = typed === "" ? "accessCodeRequired" : "accessCodeInvalid";
    return refused({ reason: "access-code-mismatch", fields: { accessCode: [{ key }] } }, form.info);
  }
  const { organiser } = proof.value;
  switch (intent) {
    case "open":
      return data<EditResult>({ intent, info: null, refusal: null });
    case "back": {
      const codeId = (await findRaffle(site.db, organiser.raffleId))?.codeId ?? "";
      const to =
        typed === ""
          ? `/draw-list/${codeId}/${markerOf(organiser)}`
          : deskAddress(args.request, "draw-list", codeId, typed);
      return redirectDocument(to, 303);
    }
    default: {
      const deps = { ...site, defaultRegion: site.config.defaultRegion };
      const parts = { info: form.info, rules: { rules: form.doneRules }, wishlist: { wishes: form.wishes } };
      const outcome = await attempt(context, () => editEntry(deps, proof.value, parts[intent]));
      return outcome.ok ? data<EditResult>({ intent, info: null, refusal: null }) : refused(outcome.refusal, form.info);
    }
  }
}

export default function UpdateEntryPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { head, entry, isOwner } = loaderData;
  return (
    <>
      {head && <DeskHead head={head} />}
      <UpdateEntry entryCode={params.entryCode} entry={entry} isOwner={isOwner} result={actionData ?? null} />
    </>
  );
}

/** The entry in the URL. `?raffle=` decides between two raffles that hold the same code. */
async function entrantOf({ params, request, context }: Route.LoaderArgs): Promise<EntrantScope> {
  const { db, entryAttempts } = context.get(siteContext);
  const { address, solution } = context.get(visitorContext);
  const raffle = new URL(request.url).searchParams.get("raffle");
  const raffleId = raffle === null ? undefined : ((await findRaffleId(db, raffle)) ?? undefined);
  const scope = await proveEntrant(
    { reader: db, entryAttempts, address, solution },
    { entryCode: params.entryCode, raffleId },
  );
  if (scope.ok) return scope.value;
  throw refusalPage(context, scope.refusal);
}
