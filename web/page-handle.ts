import type { KeptPage } from "#src/api/kept-page.ts";
import type { Namespace } from "#src/i18n/languages.ts";

/** What a route says of its page. */
export type PageHandle = {
  /** The page needs React in the browser; every other page is finished HTML. */
  readonly hydrate?: boolean;
  /** The parts of the catalogue that its components take texts from, beside "site": each page sends its own alone. */
  readonly texts?: readonly Namespace[];
  /** The page shows one of another site: no navigation of ours around it, only a slim footer below. */
  readonly embeds?: boolean;
  /** The page is made once for everybody and kept in memory. All that do not say so are made for each visitor anew. */
  readonly kept?: KeptPage;
};
