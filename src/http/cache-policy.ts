/** What a cached page shows, which decides when it must be rendered again. */
export type CachePolicy = {
  readonly shows:
    | /** The raffle in its path: cached until that raffle changes, or any raffle closes. */ "raffle"
    | /** A list of raffles: cached until any raffle changes or closes. */ "raffles"
    | /** A page that the operator may write: no notification says that its file has changed. */ "own-page"
    | /** Fixed texts of the site. */ "texts";
  /** Whether the page shows a list in several pages, by `?page=`. */
  readonly pages?: boolean;
  /** Query parameters with which the page addresses one visitor: then it is not cached. */
  readonly except?: readonly string[];
};
