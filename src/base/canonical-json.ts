/**
 * Canonical JSON (RFC 8785): equal data always gives the same text. Members are sorted by their UTF-16 code units.
 * Numbers and strings are written as ECMAScript writes them, as the RFC requires.
 *
 * Written here because the usual library writes broken text where it should refuse. It writes a function or an array
 * hole as nothing, and a Map as an empty object.
 *
 * @param data null, booleans, finite numbers, well-formed strings, arrays and plain objects of these; a member that is
 *   undefined counts as absent
 * @throws a TypeError for everything else (undefined, NaN, bigint, functions, dates, lone surrogates), a RangeError
 *   for a circular reference
 */
export function canonicalJson(data: unknown): string {
  if (data === null || typeof data === "boolean" || Number.isFinite(data)) return JSON.stringify(data);
  if (typeof data === "string" && data.isWellFormed()) return JSON.stringify(data);
  // Array.from visits array holes; map would skip them.
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
