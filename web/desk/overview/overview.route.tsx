import { accept } from "#src/base/outcome.ts";
import { readLockAt } from "#src/draws/plan/read.ts";
import { countWaiting } from "#src/earning/photos/read.ts";
import { readOverview } from "#src/entries/stats/overview.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { editRaffleFrom } from "#src/raffles/lifecycle/edit-raffle.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import { hasOwner } from "#src/raffles/lists/account-raffles.ts";
import { ruleEffectOf } from "#src/raffles/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { summaryView } from "../../page/views/raffle-view.ts";
import { retentionView } from "../../page/views/retention-view.ts";
import { formText } from "../../requests/form-text.ts";
import { pathTo } from "../../requests/path-to.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { toSameScreen } from "../../requests/same-screen.ts";
import { nextStepWay } from "../desk-head/desk-head-view.ts";
import { deskStateOf } from "../desk-head/desk-state-of.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { AT_COUNTER, usablePermissions } from "../helping/usable-permissions.ts";
import { storedRaffleForm } from "../raffle-form/server-values.ts";
import { eveningView } from "./evening-view.ts";
import { newsSinceLastVisit } from "./last-visit.ts";
import { Overview } from "./overview.tsx";
import { TIMES } from "./times.ts";

export const handle: PageHandle = { hydrate: true, texts: ["desk", "messages"] };

export const loader = deskLoader("desk:overview.description", async (screen) => {
  const { context, site, url, language, timeZone, scope, raffle, params } = screen;
  const hasPhotos = raffle.rules.some(({ proof }) => proof === "photo") && !raffle.lockedAt;
  const [overview, retention, { next }, lockAt, isOwned, news, waiting] = await Promise.all([
    readOverview(site.db, scope, timeZone),
    retentionView(site, scope, raffle),
    deskStateOf(screen, scope, raffle),
    readLockAt(site.db, scope),
    hasOwner(site.db, scope.raffleId),
    newsSinceLastVisit(screen),
    hasPhotos ? countWaiting(site.db, scope) : 0,
  ]);
  if (!overview) throw refusalPage(context, { reason: "raffle-not-found" });
  const can = peopleCan(raffle);
  const atCounter = usablePermissions(AT_COUNTER, raffle);
  const to = (name: string) => `/${name}/${raffle.codeId}/${params.accessCode}`;
  const say = (key: TextKey) => translate(language, { key });
  return {
    raffle: summaryView(raffle, site, language),
    retention,
    overview,
    next: nextStepWay(next, language, params),
    // Before the lock the next step leads there; while winners wait for the show there is nothing to report.
    post: raffle.lockedAt && (!raffle.drawnAt || raffle.announcedAt) ? to("share-raffle") : null,
    // An evening without claims has nothing to rehearse but the show.
    rehearse: !raffle.drawnAt && can.lookUp ? to("rehearse") : null,
    evening: eveningView(raffle, { config: site.config, language, now: site.clock(), isOwned, lockAt }),
    /** The times that may still be changed; null once the list is locked. */
    times: raffle.lockedAt ? null : timesOf(raffle, timeZone),
    // Nobody in a list brings a slip, a code or a voucher.
    counter: [
      atCounter.includes("add-entries") && { label: say("desk:today.counter.add"), href: to("add-entry") },
      can.lookUp && { label: say("desk:today.counter.lookUp"), href: to("look-up") },
      atCounter.includes("confirm-rules") && {
        label: say("claims:helpers.confirm.heading"),
        href: `/check-rules/${raffle.codeId}`,
      },
      can.lookUp && { label: say("desk:today.counter.voucher"), href: "/voucher" },
    ].filter((way) => way !== false),
    /** Photos that wait to be accepted or refused; null where none do. */
    photos:
      waiting > 0
        ? {
            label: translate(language, { key: "photos:desk.waiting", params: { count: waiting } }),
            href: to("photos"),
          }
        : null,
    /** What hands this browser over to the counter; null where nothing is done there. */
    handOver:
      atCounter.length > 0
        ? { to: to("hand-over"), can: atCounter.map((one) => say(`claims:helpers.permission.${one}`)).join(" · ") }
        : null,
    /** Set if it could not be, since the raffle has all the helper links that it may. */
    linksFull: url.searchParams.has("links-full") ? to("helpers") : null,
    news: news && { ...news, log: to("raffle-changes") },
    /** Said after the times were saved. */
    saved: savedText(url.searchParams.get("saved"), raffle, { language, timeZone }),
    /** Whether drops change a chance in this raffle. */
    countsDrops: ruleEffectOf(raffle).drops,
    needsRules: raffle.drawRequires !== "none",
    timeZone,
  };
});

/** Changes times by what edits the whole raffle: with its checks, its log and its word to everybody. */
export const action = deskAction({
  // The edit has one of its own.
  limitOf: () => null,
  read: (form) => ({
    dueDate: formText(form, "dueDate"),
    checkMinutes: formText(form, "checkMinutes"),
    drawDate: formText(form, "drawDate"),
  }),
  change: async ({ context, deps, scope, params, form, typed }) => {
    const raffle = await raffleOf(context, scope.raffleId);
    const stored = timesOf(raffle, deps.timeZone);
    // A date that was not changed keeps the seconds that its field does not show.
    const changed = Object.fromEntries(
      TIMES.filter((name) => typed[name] !== stored[name]).map((name) => [name, typed[name]]),
    );
    const edited = await editRaffleFrom(deps, scope, changed, { version: formText(form, "version") });
    if (!edited.ok) return edited;
    const screen = pathTo("overview", params.raffleCode, params.accessCode);
    return accept(toSameScreen(`${screen}?saved${edited.value.drawMoved ? "=moved" : ""}`));
  },
});

/** What was saved, by the mark in the address: `moved` if the draw had to move. */
function savedText(
  mark: string | null,
  { drawDate }: PublicRaffle,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): string | null {
  if (mark === null) return null;
  if (mark !== "moved") return translate(language, { key: "desk:today.saved" });
  const params = { draw: formatShort(drawDate, drawDate, language, timeZone) };
  return translate(language, { key: "desk:today.savedMoved", params });
}

function timesOf(raffle: PublicRaffle, timeZone: string) {
  const { version, leadMinutes } = raffle;
  const { dueDate, checkMinutes, drawDate } = storedRaffleForm(raffle, timeZone);
  return { dueDate, checkMinutes, drawDate, version, leadMinutes };
}

export default Overview;
