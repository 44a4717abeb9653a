import { sql } from "kysely";
import { harmlessText } from "#src/base/harmless-text.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import { translate } from "#src/i18n/translate.ts";
import { prizeNamesOf } from "#src/raffles/rules.ts";
import type { Prize } from "#src/raffles/schema.ts";
import { LINES_PER_PART } from "../lock/list-parts.ts";
import type { PrizeResult } from "../protocol/winners/draw.ts";

/** At which place a ticket was drawn for a prize, and of how many. */
export type DrawnPlace = { readonly prizeCode: string; readonly place: number; readonly of: number };

/** What a ticket reads of prizes that it did not win. */
type DrawnFor = {
  readonly places: readonly DrawnPlace[];
  /** Prizes for which it is in line. */
  readonly reserve: readonly Pick<DrawnPlace, "prizeCode" | "place">[];
};

/** Places that one text names. */
const NAMED = 10;

/** Stores the places of a draw, in its transaction. */
export async function storePlaces(tx: Transaction, raffleId: string, parts: readonly string[]): Promise<void> {
  await sql`
    insert into draw_places (raffle_id, part, places)
    select ${raffleId}::uuid, n - 1, places from unnest(${[...parts]}::text[]) with ordinality as one (places, n)
  `.execute(tx);
}

/**
 * The places of a ticket, in the order of the draw. One part is read, however long the list is.
 *
 * @param results of the draw, one for each prize of the plan
 * @returns none where they are not stored, or the ticket was out
 */
export async function readPlaces(
  reader: Reader,
  { raffleId, ticket }: { readonly raffleId: string; readonly ticket: number },
  results: readonly PrizeResult[],
): Promise<DrawnPlace[]> {
  const [part, index] = [Math.floor((ticket - 1) / LINES_PER_PART), (ticket - 1) % LINES_PER_PART];
  const { rows } = await sql<{ pairs: readonly number[] | null }>`
    select places::json -> ${index}::int as pairs from draw_places where raffle_id = ${raffleId} and part = ${part}
  `.execute(reader);
  const pairs = rows[0]?.pairs ?? [];
  return Array.from({ length: pairs.length / 2 }, (_, pair) => {
    const result = results[pairs[2 * pair] ?? 0];
    return { prizeCode: result?.prizeCode ?? "", place: pairs[2 * pair + 1] ?? 0, of: result?.eligible ?? 0 };
  });
}

/**
 * Says at which places a ticket was drawn, a sentence for each prize, of ten at most; empty where none is known. Of a
 * prize for which it is in line, that is what it reads instead: one number for each prize.
 */
export function placesText(
  { places, reserve }: DrawnFor,
  prizes: readonly Pick<Prize, "prizeCode" | "name">[],
  language: Language,
): string {
  const names = prizeNamesOf(prizes);
  const inLineFor = new Set(reserve.map(({ prizeCode }) => prizeCode));
  const others = places.filter(({ prizeCode }) => !inLineFor.has(prizeCode));
  const sentences = others.slice(0, NAMED).map(({ prizeCode, place, of }) => {
    const prize = harmlessText(names.get(prizeCode) ?? prizeCode);
    return translate(language, {
      key: "entries:ticket.place",
      params: { prize, place: formatCount(place, language), of: formatCount(of, language) },
    });
  });
  return sentences.join(" ");
}
