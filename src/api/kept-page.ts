/** What a page that is kept in memory shows, which says when it has to be made anew. */
export type KeptPage = {
  readonly shows:
    | /** The raffle that its path names: until that is changed, or some raffle closes. */ "raffle"
    | /** Some of all raffles: until any is changed or closes. */ "raffles"
    | /** A page that the operator may write: such a file tells nobody that it was changed. */ "own-page"
    | /** The site's own texts. */ "texts";
  /** The page has more than one page of a list, by `?page=`. */
  readonly pages?: boolean;
  /** Parameters of its address with which the page says something to one visitor, and is made for each. */
  readonly except?: readonly string[];
};
