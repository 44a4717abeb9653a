import { randomInt } from "node:crypto";
import { inDrawOrder } from "#src/draws/protocol/plan.ts";
import { readShow } from "#src/draws/show/read.ts";
import { lastStep, revealedAt, type ShowState } from "#src/draws/show/rules.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import type { Prize } from "#src/raffles/schema.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { ShowStage } from "../../show/show-stage.tsx";
import { deskLoader } from "../desk-screen.ts";
import { INVENTED_NAMES } from "../rehearse/invented.ts";
import type { Route } from "./+types/practice-draw.route.ts";

/** It fills the window, so that no header shows what other screens of the desk declare. */
export const handle: PageHandle = { fills: true, personal: false, leavesDesk: undefined };

/** The show of a raffle with made-up winners, for its organiser to learn it. */
export const loader = deskLoader(
  "draws:live.practiceDescription",
  async ({ context, site, timeZone, scope, raffle, params }) => {
    const show = await readShow(site.db, scope.raffleId);
    if (!show) throw refusalPage(context, { reason: "raffle-not-found" });
    return {
      states: madeUpShow(show, inDrawOrder(raffle.prizes)),
      /** Where the rehearsal of the whole evening goes on; null where nobody can claim. */
      goesOn: peopleCan(raffle).lookUp ? `/rehearse/${raffle.codeId}/${params.accessCode}?step=claims` : null,
      now: site.clock().getTime(),
      timeZone,
    };
  },
);

export default function PracticeDrawRoute({ loaderData }: Route.ComponentProps) {
  const { goesOn, now, timeZone } = loaderData;
  const [first, ...steps] = loaderData.states;
  return first && <ShowStage state={first} now={now} timeZone={timeZone} practice={{ steps, goesOn }} />;
}

/** A practice of hundreds of winners shows nothing that one of a few does not. */
const MOST_WINNERS = 6;
const FEWEST_TICKETS = 200;

/**
 * The states of a show with made-up winners, from the draw to its end. Nothing of it is stored.
 *
 * @param show the raffle's own, of which name and prizes are taken
 * @param odds by which each of these prizes is given, as in the draw
 */
function madeUpShow(show: ShowState, odds: readonly Pick<Prize, "oddsChances" | "oddsOf">[]): ShowState[] {
  const tickets = Math.max(FEWEST_TICKETS, show.locked?.tickets ?? 0);
  const results = show.prizes.map((prize, place) => {
    const { oddsChances = 1, oddsOf = 1 } = odds[place] ?? {};
    const given = randomInt(oddsOf) < oddsChances;
    const winners = Array.from({ length: given ? Math.min(prize.winners, MOST_WINNERS) : 0 }, () => ({
      ticket: randomInt(tickets) + 1,
      name: INVENTED_NAMES[randomInt(INVENTED_NAMES.length)] ?? null,
    }));
    return { winners, more: 0, given };
  });
  const practised = { ...show, locked: null, isDrawn: true, isAnnounced: false };
  return Array.from({ length: lastStep(show.prizes.length) + 1 }, (_, step) => ({
    ...practised,
    step,
    prizes: show.prizes.map(({ name, winners }, prize) => ({
      name,
      winners: Math.min(winners, MOST_WINNERS),
      revealed: prize < revealedAt(step) ? (results[prize] ?? null) : null,
    })),
  }));
}
