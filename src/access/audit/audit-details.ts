import { hash } from "node:crypto";

/** Details up to this many characters of JSON are stored in full: enough for an edited text or some prizes. */
export const MAX_DETAILS = 8192;

/** The stored beginning of a field that is too long: enough to recognise it. */
const STORED_CHARACTERS = 400;

type Details = { readonly before: unknown; readonly after: unknown };

/**
 * The details of a change that the audit log stores. If they are too long, it stores only the differing rows of lists.
 * If that is still too long, it stores each long field's beginning, length and hash. The hash identifies a saved copy.
 * The limit matters because nobody may shorten the log later.
 */
export function boundedDetails({ before, after }: Details): Details {
  if (!isTooLong(before) && !isTooLong(after)) return { before, after };
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  if (!old && !now) return { before: shortened(before), after: shortened(after) };
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  const rows = names.map((name) => [name, differingRows(old?.[name], now?.[name])] as const);
  const was = old && Object.fromEntries(rows.filter(([name]) => name in old).map(([name, row]) => [name, row.before]));
  const is = now && Object.fromEntries(rows.filter(([name]) => name in now).map(([name, row]) => [name, row.after]));
  return { before: was ? withShortFields(was) : before, after: is ? withShortFields(is) : after };
}

function isTooLong(value: unknown): boolean {
  return (JSON.stringify(value) ?? "").length > MAX_DETAILS;
}

function fieldsOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** The rows of two lists that are not in both. Returns other values unchanged. */
function differingRows(before: unknown, after: unknown): Details {
  if (!Array.isArray(before) || !Array.isArray(after)) return { before, after };
  const [old, now] = [new Set(before.map(jsonOf)), new Set(after.map(jsonOf))];
  return { before: before.filter((row) => !now.has(jsonOf(row))), after: after.filter((row) => !old.has(jsonOf(row))) };
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

function withShortFields(fields: Record<string, unknown>): unknown {
  if (!isTooLong(fields)) return fields;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shortened(value)]));
}

function shortened(value: unknown): unknown {
  const text = typeof value === "string" ? value : jsonOf(value);
  if (text.length <= STORED_CHARACTERS) return value;
  const digest = hash("sha256", text, "hex").slice(0, 16);
  return `${text.slice(0, STORED_CHARACTERS).toWellFormed()}… (${text.length}, SHA-256 ${digest}…)`;
}
