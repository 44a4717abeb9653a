import type { Reader } from "#src/db/connect.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import { readPrizeHolders } from "./prize-holders.ts";
import { type NamedPrize, nameHolders } from "./winner-names.ts";

/** Prizes of which the sentence names the winners. The page of the draw has all. */
const NAMED_PRIZES = 10;

/** Who won what, in lines: "Basket — Ana C.", "Cake — ticket 7"; and sentences about prizes that nobody has. */
export type WonBy = { readonly won: readonly string[]; readonly notWon: readonly string[] };

/** Reads who won what, by the names that everybody may read. What a show under way has not come to is left out. */
export async function readWonBy(reader: Reader, raffleId: string, language: Language): Promise<WonBy> {
  const held = await readPrizeHolders(reader, [raffleId]);
  const prizes = (await nameHolders(reader, held)).get(raffleId) ?? [];
  const won = prizes.filter(({ winners }) => winners.length > 0).slice(0, NAMED_PRIZES);
  return { won: won.map((prize) => wonBy(prize, language)), notWon: notWonBy(prizes, language) };
}

/** The same in one line: "Won: Basket — Ana C.; Cake — ticket 7"; empty where there is nothing to say. */
export function wonByText({ won, notWon }: WonBy, language: Language): string {
  const winners = won.join("; ");
  return [
    ...(winners ? [translate(language, { key: "entries:ticket.winners", params: { winners } })] : []),
    ...notWon,
  ].join(" · ");
}

/** Says which prizes nobody has: nobody was left for them, or they were not given, by their odds. */
export function notWonBy(prizes: readonly NamedPrize[], language: Language): string[] {
  const nobodys = prizes.filter(({ winners, more }) => winners.length + more === 0);
  return ([true, false] as const).flatMap((isGiven) => {
    const names = nobodys.flatMap(({ prizeName, given }) => (given === isGiven ? prizeName : []));
    const params = { count: names.length, prizes: names.slice(0, NAMED_PRIZES).join(", ") };
    const key = isGiven ? "draws:past.nobodyFor" : "draws:past.notGivenFor";
    return names.length > 0 ? [translate(language, { key, params })] : [];
  });
}

function wonBy({ prizeName, winners, more }: NamedPrize, language: Language): string {
  const names = winners.map(
    ({ ticket, name }) => name ?? translate(language, { key: "entries:ticket.winnerTicket", params: { ticket } }),
  );
  const rest = more > 0 ? [translate(language, { key: "entries:ticket.winnersMore", params: { count: more } })] : [];
  return `${prizeName} — ${[...names, ...rest].join(", ")}`;
}
