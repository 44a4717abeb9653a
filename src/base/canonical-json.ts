/**
 * The one text that stands for a piece of plain data: canonical JSON (RFC 8785), members sorted by their UTF-16 code
 * units, numbers and strings as ECMAScript spells them (which is what the RFC asks for).
 *
 * Written here because the usual library answers with broken text where it should refuse: it writes a function as
 * nothing, an empty place as nothing, and a Map as an empty object.
 *
 * @param data null, booleans, finite numbers, well-formed strings, arrays and plain objects of these; a member that is
 *   undefined counts as left out
 * @throws a TypeError for everything else (undefined, NaN, bigint, functions, dates, half surrogate pairs), a RangeError
 *   for a circle
 */
export function canonicalJson(data: unknown): string {
  if (data === null || typeof data === "boolean" || Number.isFinite(data)) return JSON.stringify(data);
  if (typeof data === "string" && data.isWellFormed()) return JSON.stringify(data);
  // Array.from sees the empty places, which map would skip.
  if (Array.isArray(data)) return `[${Array.from(data, canonicalJson).join(",")}]`;
  if (isPlainObject(data)) return `{${members(data).join(",")}}`;
  throw new TypeError(`JSON cannot hold this ${typeof data}.`);
}

function members(object: Record<string, unknown>): string[] {
  // The default order is the RFC's (§3.2.3): by UTF-16 code unit.
  const names = Object.keys(object).sort();
  return names
    .filter((name) => object[name] !== undefined)
    .map((name) => `${canonicalJson(name)}:${canonicalJson(object[name])}`);
}

function isPlainObject(data: unknown): data is Record<string, unknown> {
  if (typeof data !== "object" || data === null) return false;
  const prototype: unknown = Object.getPrototypeOf(data);
  return prototype === Object.prototype || prototype === null;
}
