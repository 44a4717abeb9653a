import type { Reader } from "#src/db/connect.ts";
import { type CheckedEntry, findChecked, listDisqualified } from "#src/draws/checking/checked-entry.ts";
import { type Decision, decideOnEntry } from "#src/draws/checking/disqualify.ts";
import {
  LOOK_ALIKE_KINDS,
  type LookAlikeKind,
  type LookAlikes,
  listLookAlikes,
  readLookAlike,
} from "#src/draws/checking/look-alikes.ts";
import { readLockAt } from "#src/draws/plan/read.ts";
import { countEntries } from "#src/entries/lists/entry-counts.ts";
import { findPastWinners } from "#src/entries/standing/past-winners.ts";
import { standingIn } from "#src/entries/standing/rules.ts";
import { type StandingView, standingView } from "#src/entries/standing/standing-line.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formText } from "../../requests/form-text.ts";
import { checkTimeView } from "../../ui/check-time/check-time.tsx";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { CheckEntries } from "./check-entries.tsx";

export const handle: PageHandle = { forms: true };

/** Loads the screen: all kinds of look-alikes, those of one kind, or one list of entries, as its address says. */
export const loader = deskLoader("desk:check.description", async (screen) => {
  const { url, site, language, timeZone, scope, raffle } = screen;
  const asked = url.searchParams;
  const [typed, key, after] = [asked.get("q") ?? "", asked.get("group"), asked.get("after")];
  const kind = LOOK_ALIKE_KINDS.find((known) => known === asked.get("kind"));
  const judge = standingIn(raffle);
  async function views(reader: Reader, entries: readonly CheckedEntry[]): Promise<CheckedEntryView[]> {
    const wonBefore = await findPastWinners(reader, raffle, entries);
    return entries.map(({ disqualifiedAt, doneRules, earned, wishes, ...entry }) => {
      const judged = judge({
        ...entry,
        disqualifiedAt,
        doneRules,
        earned,
        wishes,
        hasWonBefore: wonBefore.has(entry.id),
      });
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
  if (!list) for (const of of kind ? [kind] : LOOK_ALIKE_KINDS) kinds.push(await readKind(site.db, of));
  return {
    codeId: raffle.codeId,
    locked: raffle.lockedAt !== null,
    counts: await countEntries(site.db, scope),
    checkTime: checkTimeView(raffle.lockedAt ? null : await readLockAt(site.db, scope), site.clock()),
    open: raffle.open,
    typed,
    whole: !list && !kind,
    kinds,
    list,
  };
});

export const action = deskAction({
  read: (form): Decision => ({
    entryCode: formText(form, "entryCode"),
    action: formText(form, "intent") === "reinstate-entry" ? "reinstate-entry" : "disqualify-entry",
    reason: formText(form, "reason"),
  }),
  change: ({ deps, scope, typed }) => decideOnEntry(deps, scope, typed),
});

export default CheckEntries;

/** How many entries of a group stand among other groups; its own page has all. */
const SHOWN_OF_GROUP = 3;

type CheckedEntryView = Omit<CheckedEntry, "disqualifiedAt" | "doneRules" | "earned" | "wishes"> & {
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
