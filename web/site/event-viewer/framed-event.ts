import { data } from "react-router";
import { findEvent } from "#src/events/read.ts";
import { linkFault } from "#src/events/rules.ts";
import type { PublicEvent } from "#src/events/schema.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { TextKey } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PageRequestOf } from "../../requests/page-request.ts";

/** The data of a page that frames an event's link. Throws a page with status 404 for an unknown event. */
export async function framedEvent(
  { request, context, params }: PageRequestOf<{ readonly code: string }>,
  page: { readonly path: string; readonly link: "src" | "srcDraw"; readonly description: TextKey },
) {
  const { db, config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const found = await findEvent(db, params.code);
  // The link was checked when it was saved. But the site's own host name may have changed since, or it may have
  // several.
  const names = [config.origin, new URL(request.url).origin];
  const isForeign = (event: PublicEvent) =>
    names.every((origin) => linkFault(event[page.link], { origin, port: config.port }) === null);
  const event = found && isForeign(found) ? found : null;
  const key = event ? page.description : "events:viewer.missingDescription";
  const meta = {
    path: page.path,
    subject: event?.title,
    canonicalPath: `/${page.path}/${event?.code ?? ""}`,
    description: translate(language, { key, params: { title: event?.title ?? "" } }),
    listed: event !== null,
  };
  const foreign = event && {
    link: event[page.link],
    /** As browsers show it: letters of other scripts that look like Latin ones appear as punycode. */
    host: new URL(event[page.link]).host,
    /** A link to e-mail the operator. Null if there is no address. */
    report: config.operatorEmail
      ? reportOf(event, { email: config.operatorEmail, origin: config.origin, language })
      : null,
  };
  const message = translate(language, { key: "eventCodeInvalid", params: { code: params.code } });
  return data({ event, foreign, message, productName: config.productName, meta }, { status: event ? 200 : 404 });
}

export type FramedEvent = Awaited<ReturnType<typeof framedEvent>>["data"];

function reportOf({ code }: PublicEvent, to: { email: string; origin: string; language: Language }): string {
  const subject = translate(to.language, { key: "events:viewer.reportSubject", params: { code } });
  const body = `${to.origin}/event/${code}`;
  const address = encodeURIComponent(to.email).replace("%40", "@");
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
