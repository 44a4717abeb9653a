import { type Fault, shown } from "./fault.ts";
import { isText, lengthOf } from "./texts.ts";
import { secondsOf } from "./times.ts";

/** What a member's value has to be: a test, and how it is written down for whoever reads a fault. */
export type Kind = { readonly notation: string; readonly holds: (value: unknown) => boolean };

/** For values that a later check reads. */
export const anything: Kind = { notation: "…", holds: () => true };

export const trueOrFalse: Kind = { notation: "true | false", holds: (value) => typeof value === "boolean" };

export const time: Kind = { notation: "YYYY-MM-DDTHH:MM:SSZ", holds: (value) => secondsOf(value) !== undefined };

/** The code of a raffle. */
export const codeId: Kind = matching(/^[A-Z0-9]{8}$/, "[A-Z0-9]{8}");

/** The most code points of a prize code. */
const PRIZE_CODE_LENGTH = 40;

export const prizeCode: Kind = {
  notation: `NFC, 1–${PRIZE_CODE_LENGTH}`,
  holds: (value) => isText(value) && value !== "" && lengthOf(value) <= PRIZE_CODE_LENGTH,
};

/** Whole numbers that JSON carries without loss. */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): Kind {
  return {
    notation: `${least}…${most === Number.MAX_SAFE_INTEGER ? "2^53−1" : most}`,
    holds: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  };
}

export function oneOf(...values: readonly string[]): Kind {
  return {
    notation: values.map((value) => JSON.stringify(value)).join(" | "),
    holds: (value) => typeof value === "string" && values.includes(value),
  };
}

/** Lower-case hex of so many bytes. */
export function hex(bytes: number): Kind {
  return matching(new RegExp(`^[0-9a-f]{${2 * bytes}}$`), `[0-9a-f]{${2 * bytes}}`);
}

export function matching(pattern: RegExp, notation: string): Kind {
  return { notation, holds: (value) => typeof value === "string" && pattern.test(value) };
}

export function listOf(least: number): Kind {
  return { notation: `[${least}…]`, holds: (value) => Array.isArray(value) && value.length >= least };
}

/** The first fault of an object that must have exactly these members, of these kinds. */
export function faultOfMembers(
  where: string,
  value: unknown,
  kinds: Readonly<Record<string, Kind>>,
): Fault | undefined {
  const names = Object.keys(kinds);
  if (
    !isObject(value) ||
    Object.keys(value).length !== names.length ||
    !names.every((name) => Object.hasOwn(value, name))
  ) {
    return { rule: "members", where, expected: `{${names.join(", ")}}`, found: shown(value) };
  }
  for (const [name, kind] of Object.entries(kinds)) {
    const fault = faultOfValue(where === "" ? name : `${where}.${name}`, value[name], kind);
    if (fault) return fault;
  }
  return undefined;
}

export function faultOfValue(where: string, value: unknown, kind: Kind): Fault | undefined {
  return kind.holds(value) ? undefined : { rule: "value", where, expected: kind.notation, found: shown(value) };
}

/** A fault where two values are not the same. */
export function faultOfDifference(where: string, expected: unknown, found: unknown): Fault | undefined {
  return expected === found ? undefined : { rule: "equal", where, expected: shown(expected), found: shown(found) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
