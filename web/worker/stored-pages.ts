/** The cache of the forms for slips that phones of helpers can open without a network. */
export const PAGES_STORED = "slip-forms";

/**
 * The stored form that stands in for a page which cannot be reached; null for all other pages. The helper's home shows
 * it too: nothing else works there without a network.
 */
export function storedFormOf(path: string): string | null {
  const code = /^\/(?:add-entry|helping)\/([a-z0-9]{8})$/i.exec(path)?.[1];
  return code ? `/add-entry/${code.toUpperCase()}` : null;
}
