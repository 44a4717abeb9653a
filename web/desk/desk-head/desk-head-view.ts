import { rafflesOrganised } from "#src/access/held-raffles.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { DeskState } from "#src/claims/desk-state.ts";
import type { NextStep } from "#src/claims/next-step.ts";
import { accountContext, pageContext, siteContext, visitorContext } from "#src/http/page-context.ts";
import { formatUntil } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder, TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { type DeskPage, deskProof, givenTo } from "../../requests/organiser.ts";
import type { PageRequest } from "../../requests/page-request.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { deskStateOf } from "./desk-state-of.ts";

/** The tabs of the desk, and the screens under each, the first of them where the tab leads. */
const TABS = {
  overview: ["overview", "people", "webhooks"],
  entries: [
    "draw-list",
    "draw-masterlist",
    "check-entries",
    "add-entry",
    "import-entries",
    "look-up",
    "codes",
    "stations",
    "photos",
    "helpers",
  ],
  prizes: ["edit-raffle"],
  share: ["share-raffle"],
  draw: ["draw-desk", "rehearse", "practice-draw"],
  winners: ["winners", "winners-report", "claim-settings"],
  log: ["raffle-changes"],
} as const;

type Tab = keyof typeof TABS;

/** The tabs in a phone's bar at the thumb, each with the path of its icon. The bar's last target opens all others. */
const BAR: Partial<Record<Tab, string>> = {
  overview: "M5 3v18M5 4h12l-2.5 4.5L17 13H5",
  entries: "M9 6h11M9 12h11M9 18h11M4 6h.1M4 12h.1M4 18h.1",
  draw: "M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 6v12",
};

/** How many other raffles the head names. The list of one's raffles has all. */
const OTHERS = 5;

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
  codes: "desk:codes.heading",
  stations: "stamps:desk.heading",
  photos: "photos:desk.heading",
  helpers: "claims:helpers.heading",
  "draw-desk": "draws:desk.heading",
  rehearse: "desk:rehearse.heading",
  "practice-draw": "draws:desk.practice",
  winners: "claims:winners.heading",
  "winners-report": "claims:report.heading",
  "claim-settings": "claims:settings.heading",
} as const satisfies Record<NamedScreen, TextKey>;

function nameOf(screen: DeskScreen): TextKey {
  if (screen in NAMES) return NAMES[screen as keyof typeof NAMES];
  throw new Error(`The screen ${screen} has no name.`);
}

/** Screens that only add to a list, to which a locked one leads no more. */
const ADDING: ReadonlySet<DeskScreen> = new Set(["add-entry", "import-entries"]);

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
  const { clock } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await raffleOf(context, scope.raffleId);
  const [{ state }, others] = await Promise.all([
    deskStateOf({ context }, scope, raffle),
    otherRaffles({ request, context }, scope),
  ]);
  const here = new URL(request.url).pathname.split("/")[1]?.replace(/\.data$/, "");
  const to = (screen: DeskScreen) => `/${screen}/${raffle.codeId}/${accessCode}`;
  const say = (key: TextKey) => translate(language, { key });
  const tabs = TAB_NAMES.map((name) => {
    const ofTab: readonly DeskScreen[] = TABS[name];
    const screens = ofTab.filter((screen) => raffle.lockedAt === null || !ADDING.has(screen) || screen === here);
    const isHere = screens.some((screen) => screen === here);
    const isIn = isHere || name === tab;
    return {
      label: say(`desk:head.tab.${name}`),
      href: to(screens[0] as DeskScreen),
      current: isHere && screens[0] === here ? ("page" as const) : isIn ? ("true" as const) : undefined,
      /** The path of its icon, of a tab in a phone's bar. */
      icon: BAR[name],
      /** Its screens, where it has several. */
      screens:
        screens.length === 1
          ? []
          : screens.map((screen) => ({
              label: say(nameOf(screen)),
              href: to(screen),
              current: screen === here ? ("page" as const) : undefined,
            })),
    };
  });
  return {
    name: raffle.name,
    look: state.is,
    state: stateText(state, clock(), language),
    label: say("desk:head.label"),
    more: say("desk:head.more"),
    tabs,
    /** What else leads on from this raffle, below its name. */
    ways: [
      { label: say("desk:head.page"), href: `/raffle/${raffle.codeId}` },
      { label: say("desk:head.again"), href: `/create-raffle?from=${raffle.codeId}&by=${accessCode}` },
      ...others,
      { label: say("site:nav.yours"), href: "/admin-raffle-list" },
    ],
    codeId: raffle.codeId,
  };
}

/** The other raffles that open for this visitor without a code, the newest of each kind of proof first. */
async function otherRaffles(page: PageRequest, { raffleId }: OrganiserScope) {
  const { db, secret, clock } = page.context.get(siteContext);
  const account = await page.context.get(accountContext)();
  const visitor = { cookies: givenTo(page).pass ?? "", account };
  const organised = await rafflesOrganised({ reader: db, secret, now: clock() }, visitor);
  return organised
    .filter(({ id, role }) => id !== raffleId && role !== "helper")
    .slice(0, OTHERS)
    .map(({ codeId, name, proof }) => ({ label: name, href: `/overview/${codeId}/${proof}` }));
}

/**
 * The head of a desk page. Its texts come from the server, so that pages with React in the browser need none for it.
 */
export type DeskHeadView = Awaited<ReturnType<typeof deskHeadFor>>;

/** A next step in the words of the head. */
export function nextStepText({ do: step, count }: NextStep, language: Language): string {
  return translate(language, { key: `desk:head.next.${step}`, params: { count } });
}

/** The link to where a next step is done. */
export function nextStepWay(next: NextStep, language: Language, params: Partial<DeskPage["params"]>) {
  const href = `/${SCREEN_OF[next.do]}/${params.raffleCode}/${params.accessCode}`;
  return { label: nextStepText(next, language), href };
}

function stateText({ is, at, publishAt, canLock, waits }: DeskState, now: Date, language: Language): string {
  const say = (key: KeyUnder<"desk", "head.state">, until?: Date) =>
    translate(language, {
      key: `desk:head.state.${key}`,
      params: until ? { until: formatUntil(until, now, language) } : {},
    });
  if (is === "drawn") return say(waits ? "announcing" : "drawn");
  // An open raffle has a due date.
  if (at === null) return say(is === "locked" ? "locked" : "closed");
  if (is === "open" && publishAt) return say("publicOn", publishAt);
  if (at <= now && is !== "open") return say(is === "locked" ? "due" : "closed");
  // A list with nobody to draw from does not lock.
  if (is === "closed" && !canLock) return say("closed");
  if (is === "closed") return say("locks", at);
  return say(is === "open" ? "openUntil" : "lockedUntil", at);
}
