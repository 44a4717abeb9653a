import type { RouterContextProvider } from "react-router";
import { framedBy, siteContext } from "#src/http/page-context.ts";
import { readEmbedSettings } from "#src/raffles/embed/embed-settings.ts";
import { type FramedPage, frameAncestors } from "#src/raffles/embed/frame-ancestors.ts";

/** Lets the sites that a raffle's organiser has named show this page of it in a frame. */
export async function allowFrames(
  context: Readonly<RouterContextProvider>,
  raffleId: string,
  page: FramedPage,
): Promise<void> {
  const settings = await readEmbedSettings(context.get(siteContext).db, raffleId);
  if (settings) context.set(framedBy, frameAncestors(settings, page));
}
