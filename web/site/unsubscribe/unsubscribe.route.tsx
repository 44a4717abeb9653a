import { data } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { allowMail, readStop, stopMail } from "#src/mail/mail-stops.ts";
import { allowNews, readRefusal, refuseNews } from "#src/news/refusals.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import type { Route } from "./+types/unsubscribe.route.ts";
import { Unsubscribe } from "./unsubscribe.tsx";

export const handle = { forms: true };

/** A GET request changes nothing: programs that scan mailboxes open every link. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { config, db, secret } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const { productName } = config;
  const all = stopsAll(request);
  const refusal = await (all ? readStop : readRefusal)({ db, keys: mailKeys(secret) }, params.token);
  return data(
    {
      all,
      isKnown: refusal !== null,
      stoppedAt: refusal?.at ?? null,
      productName,
      meta: {
        path: "unsubscribe",
        description: translate(language, { key: "pages:unsubscribe.description" }),
        listed: false,
      },
    },
    { status: refusal === null ? 404 : 200 },
  );
}

/**
 * Stops mail when the person presses the button, or when the mailbox's server asks. RFC 8058: that server posts
 * `List-Unsubscribe=One-Click`, without a cookie and without following redirects.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, secret } = context.get(siteContext);
  const form = await readForm(request, context.get(visitorContext).language);
  const deps = { db, keys: mailKeys(secret) };
  const intent = formText(form, "intent");
  const stops = formText(form, "List-Unsubscribe") === "One-Click" || intent === "stop";
  const all = stopsAll(request);
  if (stops) await (all ? stopMail : refuseNews)(deps, params.token);
  if (intent === "again") await (all ? allowMail : allowNews)(deps, params.token);
  return { done: stops ? ("stop" as const) : intent === "again" ? ("again" as const) : null };
}

/** Whether a link comes from a receipt. Such a link stops all mail that other people can trigger, and not only news. */
function stopsAll(request: Request): boolean {
  return new URL(request.url).searchParams.has("all");
}

export default function UnsubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { all, isKnown, stoppedAt, productName } = loaderData;
  return (
    <Unsubscribe
      all={all}
      isKnown={isKnown}
      stoppedAt={stoppedAt}
      done={(isKnown && actionData?.done) || null}
      productName={productName}
    />
  );
}
