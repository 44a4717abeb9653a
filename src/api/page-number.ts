const LAST_PAGE = 10_000;

/** The page of a list that an address asks for (`?page=2`), counted from 1; nonsense is the first. */
export function pageNumber(asked: string | null | undefined): number {
  const page = Number(asked ?? "1");
  return Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1;
}
