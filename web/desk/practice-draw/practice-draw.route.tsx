import { readShow } from "#src/draws/show/read.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { ShowStage } from "../../show/show-stage.tsx";
import { deskLoader } from "../desk-screen.ts";
import type { Route } from "./+types/practice-draw.route.ts";
import { madeUpShow } from "./made-up-show.ts";

/** It fills the window, so that no header shows what other screens of the desk declare. */
export const handle: PageHandle = { fills: true, personal: false, leavesDesk: undefined };

/** The show of a raffle with made-up winners, for its organiser to learn it. */
export const loader = deskLoader("draws:live.practiceDescription", async ({ context, site, timeZone, scope }) => {
  const show = await readShow(site.db, scope.raffleId);
  if (!show) throw refusalPage(context, { reason: "raffle-not-found" });
  return { states: madeUpShow(show), now: site.clock().getTime(), timeZone };
});

export default function PracticeDrawRoute({ loaderData }: Route.ComponentProps) {
  const [first, ...steps] = loaderData.states;
  return first && <ShowStage state={first} now={loaderData.now} timeZone={loaderData.timeZone} practice={steps} />;
}
