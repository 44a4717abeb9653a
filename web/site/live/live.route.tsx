import { data } from "react-router";
import type { ShowState } from "#src/draws/show/rules.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { stageStyle } from "../../page/views/accent-style.ts";
import { shareCardAddress } from "../../page/views/picture-view.ts";
import { ShowStage } from "../../show/show-stage.tsx";
import type { Route } from "./+types/live.route.ts";

export const handle: PageHandle = { fills: true, cached: { shows: "draw" } };

/** How often the page loads itself anew where there are no scripts. */
const RELOAD_SECONDS = 15;

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const json = await site.shows.find(params.identifier);
  if (json === null) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  const state = JSON.parse(json) as ShowState;
  // The show's own state goes to an audience every second, and needs no colour.
  const raffle = await site.raffles.find(state.raffle);
  const { timeZone } = site.config;
  return {
    state,
    style: raffle?.accentColor ? stageStyle(raffle.accentColor) : undefined,
    timeZone,
    now: site.clock().getTime(),
    meta: {
      path: "raffle",
      subject: state.name,
      canonicalPath: `/raffle/${state.raffle}/live`,
      image: raffle ? shareCardAddress(raffle, language) : undefined,
      description: translate(language, { key: "draws:live.description", params: { name: state.name } }),
      // Names of winners belong to no search engine.
      listed: false,
    },
  };
}

export default function LiveRoute({ loaderData: { state, now, timeZone, style } }: Route.ComponentProps) {
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(RELOAD_SECONDS)} />
      </noscript>
      <ShowStage state={state} now={now} timeZone={timeZone} style={style} />
    </>
  );
}
