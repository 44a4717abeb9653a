import { data } from "react-router";
import { readClaimSettings } from "#src/claims/settings.ts";
import { listShownWords } from "#src/claims/words.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { shownPrizes } from "#src/draws/announcing/rules.ts";
import { readListCheck } from "#src/draws/checking/list-check.ts";
import { lockWords } from "#src/draws/lock/lock-words.ts";
import { readLockWitnesses } from "#src/draws/log/read.ts";
import { wasLockMailed } from "#src/draws/mails/fan-out.ts";
import { readOutlook } from "#src/draws/outlook.ts";
import { findDraw } from "#src/draws/read.ts";
import { readStanding } from "#src/draws/replacing/announcements.ts";
import { readRevealedWinners } from "#src/draws/result-card.ts";
import { readShowStep } from "#src/draws/show/read.ts";
import { namedTickets } from "#src/draws/shown-winners.ts";
import { readWinnerNames } from "#src/draws/winner-names.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import { readWitnesses } from "#src/tlog/witness/stored-logs.ts";
import { shareCardAddress } from "../../page/views/picture-view.ts";
import type { Route } from "./+types/draw.route.ts";
import { DrawPage, NotLocked } from "./draw-page.tsx";
import { drawView } from "./draw-view.ts";

export const handle: PageHandle = { cached: { shows: "draw" } };

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  // The draw may come between two reads: a raffle from before it does not say that its winners wait for the show.
  const found = await inSnapshot(site.db, async (reader) => {
    const raffle = await findRaffle(reader, params.identifier);
    const draw = raffle && (await findDraw(reader, raffle.id));
    return raffle && { raffle, draw, step: draw ? await readShowStep(reader, raffle.id) : 0 };
  });
  if (!found) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  const { raffle, draw, step } = found;
  const prizes = raffle.prizes.length;
  const shown = shownPrizes({ ...raffle, step }, prizes);
  const isShown = raffle.drawnAt !== null && shown === prizes;
  const words = isShown ? await listShownWords(site.db, raffle.id) : [];
  const named = draw
    ? [...namedTickets(draw, raffle.announcedAt ? prizes : shown), ...words.map(({ ticket }) => ticket)]
    : [];
  const names = await readWinnerNames(site.db, raffle.id, named);
  const mailed = draw !== null && (await wasLockMailed(site.db, raffle.id));
  const announced = draw?.announcedAt ? await readStanding(site.db, raffle.id) : [];
  const thanks = raffle.announcedAt ? (await readClaimSettings(site.db, raffle.id)).thanks : "";
  return {
    raffle: {
      codeId: raffle.codeId,
      name: raffle.name,
      drawDate: timelineOf(raffle).draw,
    },
    shop: { name: raffle.shopName, page: (await site.shops.addressesOf([raffle])).get(raffle.id) },
    outlook: await readOutlook(site.db, raffle, site.clock()),
    draw:
      draw &&
      drawView(
        raffle,
        {
          ...{ draw, names, step, mailed, thanks, words, announced },
          revealed: isShown ? await readRevealedWinners(site.db, raffle) : null,
          sixWords: await lockWords(draw.lockHash),
          seenBy: await readLockWitnesses(site.db, raffle.id),
        },
        site,
        language,
      ),
    /** Whether somebody checked the list before its lock. */
    isChecked: draw !== null && (await readListCheck(site.db, raffle.id)) !== null,
    witnesses: draw ? await readWitnesses(site.db) : [],
    meta: {
      path: "raffle",
      // Not the raffle's name alone: its own page has that.
      subject: translate(language, { key: "draws:result.heading", params: { name: raffle.name } }),
      canonicalPath: `/raffle/${raffle.codeId}/draw`,
      image: isShown ? `/result-card/${raffle.codeId}.png?lang=${language}` : shareCardAddress(raffle, language),
      description: translate(language, { key: "draws:result.description", params: { name: raffle.name } }),
      // Names of winners belong to no search engine.
      listed: false,
    },
  };
}

export default function DrawRoute({ loaderData }: Route.ComponentProps) {
  const { raffle, shop, outlook, draw, witnesses, isChecked } = loaderData;
  return draw ? (
    <DrawPage draw={draw} shop={shop} witnesses={witnesses} isChecked={isChecked} />
  ) : (
    <NotLocked raffle={raffle} outlook={outlook} />
  );
}
