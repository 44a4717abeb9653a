const LAST_PAGE = 10_000;

/** The page of a list in an address (`?page=2`), from 1; an invalid number gives the first page. */
export function pageNumber(asked: string | null | undefined): number {
  const page = Number(asked ?? "1");
  return Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1;
}
