import { data } from "react-router";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { formatDate } from "#src/i18n/format.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { newsKeys } from "#src/news/address-key.ts";
import { allowNews, readRefusal, refuseNews } from "#src/news/refusals.ts";
import { Unsubscribe } from "../../components/unsubscribe/unsubscribe.tsx";
import { pageMeta } from "../../page-meta.ts";
import { formText } from "../../views/form-text.ts";
import { readForm } from "../../views/posted-form.ts";
import type { Route } from "./+types/unsubscribe.ts";

/** Whose news a link stops is nobody else's business, and the page says what is so at this moment. */
const PRIVATE = { "cache-control": "no-store", "referrer-policy": "same-origin" } as const;

/** Looking changes nothing: programs that guard mailboxes open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { config, db, secret } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const { productName, origin } = config;
  const refusal = await readRefusal({ db, keys: newsKeys(secret) }, params.token);
  return data(
    {
      isKnown: refusal !== null,
      stoppedOn: refusal?.at ? formatDate(refusal.at, language, config.timeZone) : null,
      productName,
      meta: {
        path: "unsubscribe",
        productName,
        origin,
        canonicalPath: "/unsubscribe",
        description: sentence(language, { key: "pages:unsubscribe.description" }),
        listed: false,
      },
    },
    { status: refusal === null ? 404 : 200, headers: PRIVATE },
  );
}

/**
 * Stops news at the press of the page's button, or at a mailbox's word for whoever has it: RFC 8058 has its server post
 * `List-Unsubscribe=One-Click`, without a cookie and without being sent elsewhere.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, secret } = context.get(siteContext);
  const form = await readForm(request, context.get(visitorContext).language);
  const given = { db, keys: newsKeys(secret) };
  const intent = formText(form, "intent");
  const stops = formText(form, "List-Unsubscribe") === "One-Click" || intent === "stop";
  if (stops) await refuseNews(given, params.token);
  if (intent === "again") await allowNews(given, params.token);
  return data(
    { done: stops ? ("stop" as const) : intent === "again" ? ("again" as const) : null },
    { headers: PRIVATE },
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function UnsubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { isKnown, stoppedOn, productName } = loaderData;
  return (
    <Unsubscribe
      isKnown={isKnown}
      stoppedOn={stoppedOn}
      done={(isKnown && actionData?.done) || null}
      productName={productName}
    />
  );
}
