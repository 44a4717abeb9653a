import type { Context } from "hono";

/** Where a list goes on: the `next` of a part, and the `previous` if it can be read backwards. */
type Around = { readonly next: string | null; readonly previous?: string | null };

/**
 * The header `Link` of a list's part (RFC 8288). Every list of the API is read alike: `?after=` begins after a place,
 * and `rel="next"` is the address of the next part.
 */
export function linkParts(c: Context, { next, previous = null }: Around): void {
  const links = [
    ...(next === null ? [] : [`<${placed(c, "after", next)}>; rel="next"`]),
    ...(previous === null ? [] : [`<${placed(c, "before", previous)}>; rel="prev"`]),
  ];
  if (links.length > 0) c.header("link", links.join(", "));
}

/** The address of the request, at another place of its list. */
function placed(c: Context, name: "after" | "before", place: string): string {
  const { pathname, searchParams } = new URL(c.req.url);
  for (const other of ["after", "before"]) searchParams.delete(other);
  searchParams.set(name, place);
  return `${pathname}?${searchParams}`;
}
