import { type Fault, shown } from "../format/fault.ts";
import { anything, faultOfDifference, faultOfMembers, faultOfValue, type Kind, listOf } from "../format/members.ts";
import type { PrizeResult } from "./draw.ts";

/** The first difference between the results that a draw has and those that were given. */
export function faultOfResults(expected: readonly PrizeResult[], found: unknown): Fault | undefined {
  const fault = faultOfValue("results", found, listOf(0));
  if (fault) return fault;
  const results = found as unknown[];
  for (const [index, result] of expected.entries()) {
    const ofOne = faultOfResult(result, results[index], `results[${index}]`);
    if (ofOne) return ofOne;
  }
  return faultOfDifference("results", expected.length, results.length);
}

function faultOfResult(expected: PrizeResult, found: unknown, where: string): Fault | undefined {
  const given: Record<string, Kind> = expected.given === undefined ? {} : { given: anything };
  const lists = { winners: listOf(0), reserves: listOf(0) };
  const members = { prizeCode: anything, pool: anything, eligible: anything, ...given, ...lists };
  const fault = faultOfMembers(where, found, members);
  if (fault) return fault;
  const result = found as Record<keyof PrizeResult, unknown>;
  return (
    faultOfDifference(`${where}.prizeCode`, expected.prizeCode, result.prizeCode) ??
    faultOfDifference(`${where}.pool`, expected.pool, result.pool) ??
    faultOfDifference(`${where}.eligible`, expected.eligible, result.eligible) ??
    faultOfDifference(`${where}.given`, expected.given, result.given) ??
    faultOfTickets(`${where}.winners`, expected.winners, result.winners as unknown[]) ??
    faultOfTickets(`${where}.reserves`, expected.reserves, result.reserves as unknown[])
  );
}

function faultOfTickets(where: string, expected: readonly number[], found: readonly unknown[]): Fault | undefined {
  const length = Math.max(expected.length, found.length);
  for (let i = 0; i < length; i += 1) {
    if (expected[i] === found[i]) continue;
    // A list of a thousand winners is shown by the first that differs, a short one whole.
    if (length <= SHORT) return { rule: "equal", where, expected: shown(expected), found: shown(found) };
    return faultOfDifference(`${where}[${i}]`, expected[i], found[i]);
  }
  return undefined;
}

const SHORT = 20;

/** The winners by their ticket numbers, to compare with what a page or a shop says. */
export function shownWinners(results: readonly PrizeResult[]): string {
  const first = results.slice(0, SHORT).map(({ prizeCode, winners }) => `${prizeCode} ${shown(winners)}`);
  return [...first, ...(results.length > SHORT ? ["…"] : [])].join(" · ");
}
