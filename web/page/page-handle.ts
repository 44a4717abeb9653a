import type { CachePolicy } from "#src/http/cache-policy.ts";
import type { Namespace } from "#src/i18n/languages.ts";

/** What a route declares about its page. */
export type PageHandle = {
  /** The page needs React in the browser; every other page is finished HTML. */
  readonly hydrate?: boolean;
  /** The page has a form, and needs the script that stores drafts. Pages that hydrate get that script anyway. */
  readonly forms?: boolean;
  /** The catalogue namespaces that the components use, besides "site". Each page sends only its own. */
  readonly texts?: readonly Namespace[];
  /** The page embeds another site's page: it has no navigation, only a slim footer. */
  readonly embeds?: boolean;
  /**
   * The page is rendered once for all visitors and cached in memory. Without this, each visitor gets a fresh rendering.
   */
  readonly kept?: CachePolicy;
};
