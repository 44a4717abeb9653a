import type { Reader } from "#src/db/connect.ts";
import { formatTimestamp } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PushContentReader } from "#src/push/deliver.ts";
import type { PushKind } from "#src/push/schema.ts";

/** How long before its round browsers hear of a draw; where the list is locked later, at the lock. */
export const SOON_MS = 10 * 60_000;

/** News of a draw is shown to whoever switches their phone on within a day. */
const NEWS_SECONDS = 86_400;

/**
 * What browsers are sent about a raffle's draw, read when it is sent. A phone may show it later, so it says when the
 * draw is, and not in how long.
 */
export const drawPushes = (timeZone: string): Readonly<Record<PushKind, PushContentReader>> => ({
  soon: async (reader, raffleId, now) => {
    const draw = await findDraw(reader, raffleId);
    const leftMs = draw && !draw.drawnAt ? draw.roundAt.getTime() - now.getTime() : 0;
    if (!draw || leftMs <= 0) return null;
    return {
      inLanguage: (language) => ({
        title: draw.name,
        body: translate(language, {
          key: "draws:push.soon",
          params: { time: formatTimestamp(draw.roundAt, language, timeZone).time },
        }),
        path: `/raffle/${draw.codeId}/live`,
        tag: draw.codeId,
      }),
      ttlSeconds: Math.ceil(leftMs / 1000),
    };
  },
  drawn: async (reader, raffleId) => {
    const draw = await findDraw(reader, raffleId);
    if (!draw?.announcedAt) return null;
    return {
      inLanguage: (language) => ({
        title: draw.name,
        body: translate(language, { key: "draws:push.drawn" }),
        path: `/raffle/${draw.codeId}/draw`,
        tag: draw.codeId,
      }),
      ttlSeconds: NEWS_SECONDS,
    };
  },
});

function findDraw(reader: Reader, raffleId: string) {
  return reader
    .selectFrom("raffles")
    .innerJoin("drawLocks", "drawLocks.raffleId", "raffles.id")
    .leftJoin("drawResults", "drawResults.raffleId", "raffles.id")
    .select(["raffles.name", "raffles.codeId", "roundAt", "drawnAt", "drawResults.announcedAt"])
    .where("raffles.id", "=", raffleId)
    .executeTakeFirst();
}
