import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { raffleCalendar } from "#src/raffles/calendar.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { Route } from "./+types/raffle-calendar.route.ts";
import { calendarRaffle } from "./calendar-raffle.ts";

/** When a raffle closes and when it is drawn, for the visitor's calendar. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { db, config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(db, params.identifier);
  if (!raffle) return new Response(null, { status: 404 });
  return new Response(raffleCalendar([calendarRaffle(raffle, config, language)]), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="${raffle.codeId}.ics"`,
      "cache-control": "no-cache",
    },
  });
}
