import { isId } from "#src/base/ids.ts";

/** A pagination cursor: an entry's place in the list by name. */
export type ListPlace = { readonly nameKey: string; readonly id: string };

/** The place, and the entry's number in the list, counted from 1; null if the number is unknown. */
export type NumberedPlace = ListPlace & { readonly number: number | null };

/** After every entry: used for an invalid place. */
const NOWHERE: NumberedPlace = { nameKey: "\u{10ffff}", id: "ffffffff-ffff-ffff-ffff-ffffffffffff", number: null };

/** Encodes the place for an address. */
export function writePlace({ nameKey, id, number }: NumberedPlace): string {
  return Buffer.from(JSON.stringify([nameKey, id, number])).toString("base64url");
}

/** Decodes the place in an address; an invalid one, typed or cut short, gives the end of the list. */
export function readPlace(named: string): NumberedPlace {
  try {
    const [nameKey, id, number]: unknown[] = JSON.parse(Buffer.from(named, "base64url").toString("utf8"));
    const isPlace = typeof nameKey === "string" && !nameKey.includes("\u0000") && typeof id === "string" && isId(id);
    return isPlace ? { nameKey, id, number: isNumber(number) ? number : null } : NOWHERE;
  } catch {
    return NOWHERE;
  }
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
