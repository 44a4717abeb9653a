import type { OrganiserScope } from "#src/access/scope.ts";
import type { DeskState } from "#src/claims/desk-state.ts";
import type { NextStep } from "#src/claims/next-step.ts";
import { pageContext, siteContext, visitorContext } from "#src/http/page-context.ts";
import { formatShort, formatUntil } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder, TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { type DeskPage, deskProof } from "../../requests/organiser.ts";
import type { PageRequest } from "../../requests/page-request.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { deskStateOf } from "./desk-state-of.ts";

/** The tabs of the desk, and the screens under each, the first of them where the tab leads. */
const TABS = {
  overview: ["overview", "people", "webhooks"],
  entries: ["draw-list", "draw-masterlist", "check-entries", "add-entry", "import-entries", "look-up", "helpers"],
  prizes: ["edit-raffle"],
  share: ["share-raffle"],
  draw: ["draw-desk", "practice-draw"],
  winners: ["winners", "winners-report", "claim-settings"],
  log: ["raffle-changes"],
} as const;

type Tab = keyof typeof TABS;

const TAB_NAMES = Object.keys(TABS) as Tab[];

type DeskScreen = (typeof TABS)[keyof typeof TABS][number];

/** All screens of the desk that an access code, or a marker in its place, opens. */
export const DESK_SCREENS: readonly DeskScreen[] = Object.values(TABS).flat();

/** A screen whose tab has several. */
type NamedScreen = { [T in Tab]: (typeof TABS)[T] extends readonly [string] ? never : (typeof TABS)[T][number] }[Tab];

/** The names of screens in tabs that have several. */
const NAMES = {
  overview: "desk:head.tab.overview",
  people: "team:people.heading",
  webhooks: "webhooks:heading",
  "draw-list": "desk:lists.drawHeading",
  "draw-masterlist": "desk:lists.masterHeading",
  "check-entries": "desk:check.heading",
  "add-entry": "claims:helpers.add.heading",
  "import-entries": "desk:import.heading",
  "look-up": "claims:helpers.lookUp.heading",
  helpers: "claims:helpers.heading",
  "draw-desk": "draws:desk.heading",
  "practice-draw": "draws:desk.practice",
  winners: "claims:winners.heading",
  "winners-report": "claims:report.heading",
  "claim-settings": "claims:settings.heading",
} as const satisfies Record<NamedScreen, TextKey>;

function nameOf(screen: DeskScreen): TextKey {
  if (screen in NAMES) return NAMES[screen as keyof typeof NAMES];
  throw new Error(`The screen ${screen} has no name.`);
}

/** Where each next step is done. */
const SCREEN_OF: Readonly<Record<NextStep["do"], DeskScreen>> = {
  share: "share-raffle",
  check: "check-entries",
  nobody: "draw-desk",
  lock: "draw-desk",
  practise: "practice-draw",
  draw: "draw-desk",
  reveal: "draw-desk",
  claims: "winners",
  report: "winners-report",
};

/**
 * Loads the head of a screen of the desk.
 *
 * @returns null where nothing is proved, for a helper, who has no desk, and on a screen that fills the window
 */
export async function loadDeskHead(page: DeskPage): Promise<DeskHeadView | null> {
  const { accessCode } = page.params;
  if (accessCode === undefined || page.context.get(pageContext).fills) return null;
  const proof = deskProof(page.context);
  return proof.ok ? deskHeadFor(page, { scope: proof.value, accessCode }) : null;
}

/**
 * Loads the head of a page that an organiser has proved.
 *
 * @param accessCode the access code in the links, or the marker in its place
 * @param tab the tab of a page that is none of its screens
 */
export async function deskHeadFor(
  { request, context }: PageRequest,
  { scope, accessCode, tab }: { readonly scope: OrganiserScope; readonly accessCode: string; readonly tab?: Tab },
) {
  const { clock, config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const now = clock();
  const raffle = await raffleOf(context, scope.raffleId);
  const { state, next } = await deskStateOf({ request, context }, scope, raffle);
  const here = new URL(request.url).pathname.split("/")[1]?.replace(/\.data$/, "");
  const to = (screen: DeskScreen) => `/${screen}/${raffle.codeId}/${accessCode}`;
  const say = (key: TextKey) => translate(language, { key });
  const tabs = TAB_NAMES.map((name) => {
    const screens: readonly DeskScreen[] = TABS[name];
    const isHere = screens.some((screen) => screen === here);
    const isIn = isHere || name === tab;
    const current = isHere && screens[0] === here ? ("page" as const) : isIn ? ("true" as const) : undefined;
    return {
      label: say(`desk:head.tab.${name}`),
      href: to(screens[0] as DeskScreen),
      current,
      screens: isIn ? screens : [],
    };
  });
  const screens = tabs.flatMap((each) => (each.screens.length > 1 ? each.screens : []));
  return {
    name: raffle.name,
    codeId: raffle.codeId,
    look: state.is,
    state: stateText(state, now, language, config.timeZone),
    next: { label: nextStepText(next, language), href: to(SCREEN_OF[next.do]) },
    /** Where the raffle is filled in once more, as a new one. */
    again: { label: say("desk:head.again"), href: `/create-raffle?from=${raffle.codeId}&by=${accessCode}` },
    label: say("desk:head.label"),
    tabs: tabs.map(({ screens: _screens, ...shown }) => shown),
    /** The screens of the current tab, where it has several. */
    screens: screens.map((screen) => ({
      label: say(nameOf(screen)),
      href: to(screen),
      current: screen === here ? ("page" as const) : undefined,
    })),
  };
}

/**
 * The head of a desk page. Its texts come from the server, so that pages with React in the browser need none for it.
 */
export type DeskHeadView = Awaited<ReturnType<typeof deskHeadFor>>;

/** A next step in the words of the head. */
export function nextStepText({ do: step, count }: NextStep, language: Language): string {
  return translate(language, { key: `desk:head.next.${step}`, params: { count } });
}

function stateText(
  { is, at, publishAt, canLock, waits }: DeskState,
  now: Date,
  language: Language,
  timeZone: string,
): string {
  const say = (key: KeyUnder<"desk", "head.state">, params = {}) =>
    translate(language, { key: `desk:head.state.${key}`, params });
  if (is === "drawn") return say(waits ? "announcing" : "drawn");
  // An open raffle has a due date.
  if (at === null) return say(is === "locked" ? "locked" : "closed");
  if (is === "open" && publishAt) return say("publicOn", { at: formatShort(publishAt, now, language, timeZone) });
  if (at <= now && is !== "open") return say(is === "locked" ? "due" : "closed");
  // A list with nobody to draw from does not lock.
  if (is === "closed" && !canLock) return say("closed");
  if (is === "closed") return say("locks", { until: formatUntil(at, now, language) });
  return say(is === "open" ? "openUntil" : "lockedUntil", { at: formatShort(at, now, language, timeZone) });
}
