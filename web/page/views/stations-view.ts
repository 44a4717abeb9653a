import type { Reader } from "#src/db/connect.ts";
import type { EntryStamp } from "#src/earning/stamps/read.ts";
import { listStations } from "#src/earning/stamps/stations.ts";
import { withoutStop } from "#src/entries/standing/standing-text.ts";
import { stepFormat } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/** The stations of each rule that has some, for everybody. */
export async function stationsView(reader: Reader, raffle: PublicRaffle, language: Language) {
  const rules = raffle.rules.filter(({ proof }) => proof === "visit");
  if (rules.length === 0) return [];
  const stations = await listStations(reader, raffle.id);
  return rules
    .map(({ id, details, needs }) => ({
      id,
      text: translate(language, {
        key: needs === 0 ? "stamps:list.each" : "stamps:list.needs",
        params: { rule: withoutStop(details), count: needs },
      }),
      stations: stations
        .filter((one) => one.ruleId === id && one.endedAt === null)
        .map(({ number, name, place }) => ({ number, name, place })),
    }))
    .filter((rule) => rule.stations.length > 0);
}

type Words = { readonly language: Language; readonly timeZone: string };

/** The cards of an entry, one for each rule that has stations: which stamps it has. The server says all of it. */
export async function stampCards(
  reader: Reader,
  raffle: PublicRaffle,
  { stamps, language, timeZone }: Words & { readonly stamps: readonly EntryStamp[] },
) {
  const rules = raffle.rules.filter(({ proof }) => proof === "visit");
  if (rules.length === 0) return null;
  const say = (key: KeyUnder<"stamps", "card">, params: Record<string, string | number> = {}) =>
    translate(language, { key: `stamps:card.${key}`, params });
  const day = stepFormat("day", language, timeZone);
  const stations = await listStations(reader, raffle.id);
  const at = new Map(stamps.map((stamp) => [stamp.stationId, stamp.at]));
  const cards = rules.map(({ id, details, needs }) => {
    // A station that has ended stays on the cards that have its stamp.
    const own = stations.filter((one) => one.ruleId === id && (one.endedAt === null || at.has(one.id)));
    const has = own.filter((one) => at.has(one.id)).length;
    return {
      id,
      text: say(needs === 0 ? "each" : "needs", { rule: withoutStop(details), count: needs, stamps: has }),
      stations: own.map((station) => {
        const stampedAt = at.get(station.id);
        const state = stampedAt ? say("stamped", { date: day(stampedAt) }) : say("open");
        return { id: station.id, name: station.name, place: station.place, isStamped: stampedAt !== undefined, state };
      }),
    };
  });
  return { title: say("heading"), print: say("print"), cards: cards.filter((card) => card.stations.length > 0) };
}
