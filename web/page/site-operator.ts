import type { Config } from "#src/config/config.ts";
import { hasOwnPage } from "#src/http/custom-page.ts";

/** How visitors reach the people who run the site. */
export type SiteOperator = { readonly email: string | null; readonly hasImprint: boolean };

/** What the operator says of themselves: an address to write to, and a legal notice. */
export function siteOperator({ operatorEmail, dataDir }: Pick<Config, "operatorEmail" | "dataDir">): SiteOperator {
  return { email: operatorEmail ?? null, hasImprint: hasOwnPage(dataDir, "imprint") };
}
