import { redirectDocument } from "react-router";
import { admitChange } from "#src/access/audit/admit-change.ts";
import { proveEntrant } from "#src/access/entrant.ts";
import { contactForOrganiser } from "#src/access/entrant-contact.ts";
import type { OrganiserRefusal } from "#src/access/organiser.ts";
import type { EntrantScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { decideClaims } from "#src/earning/checked/decide-claims.ts";
import { decideInvited } from "#src/earning/invite/decide-invited.ts";
import { readInvitedOf } from "#src/earning/invite/read.ts";
import { type LedgerRow, readLedger } from "#src/earning/read.ts";
import { takeBackDrops } from "#src/earning/take-back.ts";
import { editEntry } from "#src/entries/edit/edit-entry.ts";
import type { EntryView } from "#src/entries/entry-view.ts";
import { eachPersonField, personOf } from "#src/entries/fields.ts";
import { organiserSources } from "#src/entries/paper/paper-sources.ts";
import { readWholeEntry } from "#src/entries/read.ts";
import { standingView } from "#src/entries/standing/standing-line.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { findRaffleId } from "#src/raffles/read.ts";
import { ledgerView } from "../../page/views/ledger-view.ts";
import type { Screen } from "../../requests/answer-form.ts";
import { formText, isTrusted, readNotes } from "../../requests/form-text.ts";
import { deskAddress, markerOf, proveOnPage } from "../../requests/organiser.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { deskHeadFor } from "../desk-head/desk-head-view.ts";
import { UpdateEntry } from "./update-entry.tsx";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "entries", "messages"],
  personal: true,
  hasBar: true,
  leavesDesk: "as-guest",
};

export const loader = siteLoader("desk:update.description", async (screen) => {
  const { site, language, timeZone, meta } = screen;
  const entrant = await entrantOf(screen);
  // An entry code or a shared URL alone shows nothing of the person.
  const organiser = await proveOnPage(screen, { raffle: entrant.raffleId });
  const scope = organiser.ok ? organiser.value : null;
  const contact = scope && contactForOrganiser(scope, entrant);
  const found = contact && (await readWholeEntry(site.db, contact));
  return {
    /** Null until this browser has proved the access code. */
    entry: found && {
      ...entryView(found, { language, timeZone }),
      isLocked: found.raffle.lockedAt !== null,
      invited: await readInvitedOf(site.db, found.raffle, entrant.entryId),
      ledger: ledgerForDesk(await readLedger(site.db, entrant), found.raffle, { language, timeZone }),
    },
    head: scope && (await deskHeadFor(screen, { scope, accessCode: markerOf(scope), tab: "entries" })),
    /** Set for the signed-in account that owns the raffle, which needs no code. */
    isOwner: scope !== null && scope.userId !== null,
    meta: { ...meta, listed: false },
  };
});

type Refused = OrganiserRefusal | Refusal<RefusalReason>;

/** The page is one form, and each button sends its own part. An unknown button only shows the entry. */
export const action = siteAction({
  puzzlePage: true,
  read: (form) => ({ ...eachPersonField((name) => formText(form, name)), sources: formText(form, "sources") }),
  change: async (sent): Promise<Outcome<"saved" | Response | null, Refused>> => {
    const { request, context, deps, site, form, intent, params, typed } = sent;
    const entry = await entrantOf(sent);
    const accessCode = formText(form, "accessCode").trim();
    const claim = { raffle: entry.raffleId, accessCode: accessCode === "" ? undefined : accessCode };
    const proof = await proveOnPage(sent, claim, isTrusted(form));
    if (!proof.ok) {
      if (proof.refusal.reason !== "access-code-mismatch") return proof;
      const key = accessCode === "" ? "accessCodeRequired" : "accessCodeInvalid";
      return refuse({ reason: "access-code-mismatch", fields: { accessCode: [{ key }] } });
    }
    const organiser = proof.value;
    if (intent === "back") {
      const { codeId } = await raffleOf(context, organiser.raffleId);
      const marked = `/draw-list/${codeId}/${markerOf(organiser)}`;
      const to = accessCode === "" ? marked : deskAddress(request, "draw-list", codeId, accessCode);
      return accept(redirectDocument(to, 303));
    }
    const admitted = await admitChange(deps, organiser);
    if (!admitted.ok) return admitted;
    const [decision, decided = "", invitedId = ""] = intent.split(":");
    const [entryCode, reason] = [(params.entryCode ?? "").toUpperCase(), formText(form, "reason")];
    if (decision === "take-back") {
      const takenBack = { entryCode, rowId: decided, reason };
      const done = await takeBackDrops({ ...deps, secret: site.secret }, organiser, takenBack);
      return done.ok ? accept("saved" as const) : done;
    }
    if (decision === "count" || decision === "not-count") {
      const found = { entryCode, ruleId: decided, invitedId, counts: decision === "count", reason };
      const done = await decideInvited(deps, organiser, found);
      return done.ok ? accept("saved" as const) : done;
    }
    if (decision === "confirm" || decision === "refuse") {
      const found = { ruleId: decided, entryCodes: [entryCode], isDone: decision === "confirm", reason };
      const done = await decideClaims(deps, organiser, found);
      return done.ok ? accept("saved" as const) : done;
    }
    const part = partOf(intent, form, typed);
    if (!part) return accept(null);
    const edited = await editEntry(deps, { entry, organiser }, part);
    return edited.ok ? accept("saved" as const) : edited;
  },
});

export default UpdateEntry;

type Info = ReturnType<typeof personOf> & { readonly sources: string };

/** What a button changes; null for one that changes nothing. */
function partOf(intent: string, form: FormData, info: Info): Parameters<typeof editEntry>[2] | null {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  switch (intent) {
    case "info":
      return info;
    case "rules":
      return { rules: texts("rules") };
    case "wishlist": {
      const wished = new Set(texts("wishes"));
      const status = (prizeId: string) => (wished.has(prizeId) ? "Selected" : "Unselected");
      const notes = Object.entries(readNotes(form));
      return { wishes: notes.map(([prizeId, note]) => ({ prizeId, status: status(prizeId), note })) };
    }
    default:
      return null;
  }
}

/** An entry as its organiser's form shows it. */
function entryView(
  { raffle, entry, rules, wishes, standing }: EntryView,
  words: Omit<Parameters<typeof standingView>[2], "reader">,
) {
  const { sources } = entry;
  const info: Info = { ...personOf(entry), sources };
  return {
    raffleName: raffle.name,
    standing: standingView(standing, raffle, { ...words, reader: "staff" }),
    info,
    namedByTicket: entry.namedByTicket,
    // The entry's own source stays an option even if the raffle no longer offers it.
    sources: [...new Set([...organiserSources(raffle), sources])].filter((source) => source !== ""),
    rules: rules.map(({ ruleId, number, details, proof, status, claimed }) => ({
      ...{ ruleId, number, details, proof, claimed },
      done: status === "Done",
    })),
    wishes: wishes.map(({ prizeId, name, note, status }) => ({ prizeId, name, note, wished: status === "Selected" })),
  };
}

/** The rows of an entry's ledger. A rule that the shop checks has its own button to take its drops back. */
function ledgerForDesk(
  rows: readonly LedgerRow[],
  { rules, lockedAt }: EntryView["raffle"],
  words: Parameters<typeof ledgerView>[2],
) {
  const withdrawn = new Set(rows.map(({ withdraws }) => withdraws));
  const open = rows.filter(({ id, way, drops }) => way !== "checked" && drops > 0 && !withdrawn.has(id));
  const ids = new Set(lockedAt === null ? open.map(({ id }) => id) : []);
  return ledgerView(rows, rules, words).map((row) => ({ ...row, canTakeBack: ids.has(row.id) }));
}

/** The entry in the URL. `?raffle=` decides between two raffles that hold the same code. */
async function entrantOf({ params, url, context }: Screen): Promise<EntrantScope> {
  const { db, entryAttempts } = context.get(siteContext);
  const { address, solution } = context.get(visitorContext);
  const raffle = url.searchParams.get("raffle");
  const raffleId = raffle === null ? undefined : ((await findRaffleId(db, raffle)) ?? undefined);
  const scope = await proveEntrant(
    { reader: db, entryAttempts, address, solution },
    { entryCode: params.entryCode ?? "", raffleId },
  );
  if (scope.ok) return scope.value;
  throw refusalPage(context, scope.refusal);
}
