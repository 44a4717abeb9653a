import { redirectDocument } from "react-router";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { type CheckedEntry, findChecked, listDisqualified } from "#src/draws/checking/checked-entry.ts";
import { type DecidedPair, decideOnPair, type PairRefusal, takeBackDecision } from "#src/draws/checking/decide-pair.ts";
import { type Decision, type DecisionRefusal, decideOnEntry } from "#src/draws/checking/disqualify.ts";
import { finishCheck } from "#src/draws/checking/list-check.ts";
import {
  LOOK_ALIKE_KINDS,
  type LookAlikeKind,
  type LookAlikes,
  listLookAlikes,
  readLookAlike,
} from "#src/draws/checking/look-alikes.ts";
import { VERDICTS } from "#src/draws/checking/rules.ts";
import { readLockAt } from "#src/draws/plan/read.ts";
import { countEntries } from "#src/entries/lists/entry-counts.ts";
import { findPastWinners } from "#src/entries/standing/past-winners.ts";
import { standingIn } from "#src/entries/standing/rules.ts";
import { type StandingView, standingView } from "#src/entries/standing/standing-line.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { formText } from "../../requests/form-text.ts";
import { pathTo } from "../../requests/path-to.ts";
import { checkTimeView } from "../../ui/check-time/check-time.tsx";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { CheckEntries } from "./check-entries.tsx";
import { readPairCheck } from "./pair-view.ts";

export const handle: PageHandle = { forms: true };

/**
 * Loads the screen: the next pair to decide on, all kinds of look-alikes, those of one kind, or one list of entries, as
 * its address says.
 */
export const loader = deskLoader("desk:check.description", async (screen) => {
  const { url, site, language, timeZone, scope, raffle } = screen;
  const asked = url.searchParams;
  const [typed, key, after] = [asked.get("q") ?? "", asked.get("group"), asked.get("after")];
  const kind = LOOK_ALIKE_KINDS.find((known) => known === asked.get("kind"));
  const judge = standingIn(raffle);
  async function views(reader: Reader, entries: readonly CheckedEntry[]): Promise<CheckedEntryView[]> {
    const wonBefore = await findPastWinners(reader, raffle, entries);
    return entries.map(({ disqualifiedAt, doneRules, claimedRules, earned, wishes, ...entry }) => {
      const { id, disqualifiedFor } = entry;
      const hasWonBefore = wonBefore.has(id);
      const judged = judge({ doneRules, claimedRules, earned, wishes, disqualifiedFor, disqualifiedAt, hasWonBefore });
      return { ...entry, standing: standingView(judged, raffle, { language, timeZone, reader: "staff" }) };
    });
  }

  async function readList(reader: Reader): Promise<ListView | null> {
    if (typed.trim() !== "") {
      const entry = await findChecked(reader, scope, typed);
      return { of: "code", entries: await views(reader, entry ? [entry] : []), next: null };
    }
    const isDisqualified = asked.has("disqualified");
    if (!isDisqualified && (!kind || key === null)) return null;
    const page =
      isDisqualified || !kind || key === null
        ? await listDisqualified(reader, scope, after)
        : await readLookAlike(reader, scope, { kind, key, after });
    return {
      of: isDisqualified || !kind ? "disqualified" : kind,
      entries: await views(reader, page.entries),
      next: page.next,
    };
  }

  async function readKind(reader: Reader, of: LookAlikeKind): Promise<KindView> {
    const place = { after: kind ? after : null, shown: SHOWN_OF_GROUP };
    const { groups, ...page } = await listLookAlikes(reader, scope, of, place);
    const shown = new Map(
      (
        await views(
          reader,
          groups.flatMap((group) => group.shown),
        )
      ).map((entry) => [entry.id, entry]),
    );
    return {
      kind: of,
      groups: groups.map((group) => ({ ...group, shown: group.shown.flatMap(({ id }) => shown.get(id) ?? []) })),
      ...page,
    };
  }

  const list = await readList(site.db);
  const kinds: KindView[] = [];
  const isWhole = !list && !kind;
  const isAll = asked.has("all");
  const check =
    isWhole && !isAll && raffle.lockedAt === null
      ? await readPairCheck(site.db, scope, asked.has("later"), (entries) => views(site.db, entries))
      : null;
  const isAsking = check !== null && check.open > 0;
  if (!list && !isAsking) for (const of of kind ? [kind] : LOOK_ALIKE_KINDS) kinds.push(await readKind(site.db, of));
  return {
    codeId: raffle.codeId,
    locked: raffle.lockedAt !== null,
    counts: await countEntries(site.db, scope),
    checkTime: checkTimeView(raffle.lockedAt ? null : await readLockAt(site.db, scope), site.clock()),
    open: raffle.open,
    typed,
    whole: isWhole && !isAsking && !isAll,
    /** The pairs to decide on; null where the address asks for something else, or the list is locked. */
    check,
    kinds,
    list,
  };
});

function actionOf(intent: string): Decision["action"] {
  return intent === "reinstate-entry" ? intent : "disqualify-entry";
}

type DoneDecision =
  | (DecidedPair & { readonly of: "pair" })
  | { readonly of: "entry"; readonly name: DecidedPair["name"] };

type Refused = PairRefusal | DecisionRefusal | Refusal<"look-alikes-left">;

export const action = deskAction({
  read: (form) => ({
    entryCode: formText(form, "entryCode"),
    action: actionOf(formText(form, "intent")),
    reason: formText(form, "reason"),
    pair: { firstId: formText(form, "firstId").toLowerCase(), secondId: formText(form, "secondId").toLowerCase() },
    stays: formText(form, "stays") === "second" ? ("second" as const) : ("first" as const),
    verdict: formText(form, "verdict"),
  }),
  change: async (sent): Promise<Outcome<DoneDecision | Response, Refused>> => {
    const { deps, scope, intent, typed, params, language } = sent;
    if (intent === "finish") {
      const finished = await finishCheck(deps, scope);
      return finished.ok
        ? accept(redirectDocument(pathTo("draw-desk", params.raffleCode, params.accessCode)))
        : finished;
    }
    const verdict = VERDICTS.find((known) => known === (intent === "undo" ? typed.verdict : intent));
    if (verdict) {
      const reason = translate(language, { key: `desk:check.pairs.${intent === "undo" ? "undoReason" : "reason"}` });
      const decision = { pair: typed.pair, verdict, stays: typed.stays, reason };
      const decided = await (intent === "undo" ? takeBackDecision : decideOnPair)(deps, scope, decision);
      return decided.ok ? accept({ of: "pair", ...decided.value }) : decided;
    }
    const decided = await decideOnEntry(deps, scope, typed);
    return decided.ok ? accept({ of: "entry", name: decided.value }) : decided;
  },
});

export default CheckEntries;

/** How many entries of a group stand among other groups; its own page has all. */
const SHOWN_OF_GROUP = 3;

type CheckedEntryView = Omit<CheckedEntry, "disqualifiedAt" | "doneRules" | "claimedRules" | "earned" | "wishes"> & {
  readonly standing: StandingView;
};

/** Groups of one kind. */
type KindView = {
  readonly kind: LookAlikeKind;
  readonly groups: readonly (Omit<LookAlikes, "shown"> & { readonly shown: readonly CheckedEntryView[] })[];
  readonly next: string | null;
  readonly complete: boolean;
};

/** Entries under one heading. */
type ListView = {
  readonly of: LookAlikeKind | "disqualified" | "code";
  readonly entries: readonly CheckedEntryView[];
  readonly next: string | null;
};
