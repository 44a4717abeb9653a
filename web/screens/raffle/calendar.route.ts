import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import { raffleCalendar } from "#src/raffles/calendar.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { Route } from "./+types/calendar.route.ts";

/** When a raffle closes and when it is drawn, for the visitor's calendar. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { db, config, clock } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(db, params.identifier);
  if (!raffle) return new Response(null, { status: 404 });
  const text = (key: string) => translate(language, { key, params: { name: raffle.name } });
  const texts = { closes: text("raffles:share.closes"), draw: text("raffles:share.draw") };
  const place = { link: `${config.origin}/raffle/${raffle.codeId}`, now: clock() };
  return new Response(raffleCalendar(raffle, texts, place), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="${raffle.codeId}.ics"`,
      "cache-control": "no-cache",
    },
  });
}
