import type { EmbedSettings } from "./embed-settings.ts";

/** The pages of a raffle that are made for frames. */
export type FramedPage = "ticket" | "form";

/**
 * The sources of a page's `frame-ancestors`: the sites in whose frames browsers show it. A ticket only leads to the
 * raffle, so that it may be shown anywhere. A form could be covered by a page that lures people into sending it: it is
 * for the named sites alone.
 */
export function frameAncestors({ embedSites, embedAnywhere }: EmbedSettings, page: FramedPage): readonly string[] {
  if (embedAnywhere && page === "ticket") return ["*"];
  return embedSites.flatMap((site) => (site.startsWith("https:") ? [site, withWww(site)] : [site]));
}

function withWww(site: string): string {
  return site.replace("https://", "https://www.");
}
