/** The text of one changed part. Null on the side where it did not exist. */
export type ChangedPart = { readonly name: string; readonly before: string | null; readonly after: string | null };

/** The differing parts of a recorded change, by name. */
export function changedParts(before: unknown, after: unknown): ChangedPart[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((name) => ({ name, before: textOf(old[name]), after: textOf(now[name]) }))
    .filter((part) => part.before !== part.after);
}

function partsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
