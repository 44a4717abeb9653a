import { isId } from "#src/base/ids.ts";

/** A place between two entries in the list by name: after this one. */
export type ListPlace = { readonly nameKey: string; readonly id: string };

/** After every entry: what a place that nobody gave out stands for. */
const NOWHERE: ListPlace = { nameKey: "\u{10ffff}", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** The place as it stands in an address. */
export function writePlace({ nameKey, id }: ListPlace): string {
  return Buffer.from(JSON.stringify([nameKey, id])).toString("base64url");
}

/** The place that an address names; the end of the list where somebody typed it or cut it short. */
export function readPlace(after: string): ListPlace {
  try {
    const [nameKey, id]: unknown[] = JSON.parse(Buffer.from(after, "base64url").toString("utf8"));
    const isPlace = typeof nameKey === "string" && !nameKey.includes("\u0000") && typeof id === "string" && isId(id);
    return isPlace ? { nameKey, id } : NOWHERE;
  } catch {
    return NOWHERE;
  }
}
