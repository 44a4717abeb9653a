import { data, type RouterContextProvider } from "react-router";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { findEvent } from "#src/events/read.ts";
import { linkFault } from "#src/events/rules.ts";
import type { PublicEvent } from "#src/events/schema.ts";
import { sentence } from "#src/i18n/sentence.ts";

type FrameArgs = {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
  readonly params: { readonly code: string };
};

/** What a page that shows an event's link in a frame is made of; for an unknown event with status 404. */
export async function framedEvent(
  { request, context, params }: FrameArgs,
  page: { readonly path: string; readonly link: "src" | "srcDraw"; readonly description: string },
) {
  const { db, config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const found = await findEvent(db, params.code);
  // Checked when it was saved; but the site may have moved since, or be called by another of its names just now.
  const names = [config.origin, new URL(request.url).origin];
  const isForeign = (event: PublicEvent) =>
    names.every((origin) => linkFault(event[page.link], { origin, port: config.port }) === null);
  const event = found && isForeign(found) ? found : null;
  const key = event ? page.description : "events:viewer.missingDescription";
  const meta = {
    path: page.path,
    subject: event?.title,
    productName: config.productName,
    origin: config.origin,
    canonicalPath: `/${page.path}/${event?.code ?? ""}`,
    description: sentence(language, { key, params: { title: event?.title ?? "" } }),
    listed: event !== null,
  };
  const message = sentence(language, { key: "eventCodeInvalid", params: { code: params.code } });
  return data({ event, message, productName: config.productName, meta }, { status: event ? 200 : 404 });
}
