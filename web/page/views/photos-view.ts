import type { EntrantScope } from "#src/access/scope.ts";
import { countGrants, grantKey } from "#src/earning/count-grants.ts";
import { readOwnPhotos } from "#src/earning/photos/read.ts";
import { whyNoPhoto } from "#src/earning/photos/upload-photo.ts";
import { withoutStop } from "#src/entries/standing/standing-text.ts";
import type { Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/pictures/banner-format.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/** What an entrant reads of photos: of each rule that one proves, and whether another can be sent. Null without one. */
export async function photosView(
  { db }: Pick<Site, "db">,
  raffle: PublicRaffle,
  entrant: EntrantScope,
  language: Language,
) {
  const rules = raffle.rules.filter(({ proof }) => proof === "photo");
  if (rules.length === 0) return null;
  const say = (key: KeyUnder<"photos", "send">, count = 0) =>
    translate(language, { key: `photos:send.${key}`, params: { max: MAX_BANNER_BYTES / 1024 / 1024, count } });
  const photos = await readOwnPhotos(db, entrant);
  const grants = await countGrants(db, entrant.raffleId, [entrant.entryId]);
  const stateOf = async ({ id, maxTimes, ...rule }: (typeof rules)[number]) => {
    const details = withoutStop(rule.details);
    const states = photos.filter(({ ruleId }) => ruleId === id).map(({ state }) => state);
    const isEnough = (grants.get(grantKey(entrant.entryId, id)) ?? 0) >= maxTimes;
    const before = states.filter((state) => state === "accepted").length;
    const accepted = before > 0 ? [say("accepted", before)] : [];
    if (states.includes("waiting")) {
      return { id, details, state: [...accepted, say("waits")].join(" "), canSend: false };
    }
    if (isEnough) return { id, details, state: say("enough"), canSend: false };
    const canSend = (await whyNoPhoto(db, entrant, id)) === null;
    const refused = states[0] === "refused" ? [say("refused")] : [];
    const another = canSend && states.length > 0 ? [say("another")] : [];
    return { id, details, state: [...accepted, ...refused, ...another].join(" "), canSend };
  };
  return {
    title: say("heading"),
    hint: say("hint"),
    send: say("button"),
    rules: await Promise.all(rules.map(stateOf)),
  };
}

export type PhotosView = NonNullable<Awaited<ReturnType<typeof photosView>>>;
