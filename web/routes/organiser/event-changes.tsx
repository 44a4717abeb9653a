import { data } from "react-router";
import { readAuditLog } from "#src/access/audit.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { pageNumber } from "#src/api/page-number.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { RaffleChanges } from "../../components/raffle-changes/raffle-changes.tsx";
import { ORGANISER_HEADERS, proveEventOnPage } from "../../organiser.ts";
import { pageMeta } from "../../page-meta.ts";
import { refusalPage } from "../../views/refusal-page.ts";
import { showChange } from "../../views/shown-change.ts";
import type { Route } from "./+types/event-changes.ts";

/** For browsers that have proved the access code on the edit screen, the event's own account, and admins. */
export async function loader(args: Route.LoaderArgs) {
  const { db, config } = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const proof = await proveEventOnPage(args, { event: args.params.code });
  if (!proof.ok) throw refusalPage(args.context, proof.refusal, ORGANISER_HEADERS);
  const page = pageNumber(new URL(args.request.url).searchParams.get("page"));
  const { changes, more } = await readAuditLog(db, proof.value, page);
  const { productName, origin, timeZone } = config;
  const description = sentence(language, { key: "desk:changes.description" });
  const path = "event-changes";
  const meta = { path, productName, origin, canonicalPath: `/${path}`, description, listed: false };
  const shown = changes.map((change) => showChange(change, language, timeZone));
  return data({ changes: shown, page, more, meta }, { headers: ORGANISER_HEADERS });
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function EventChangesPage({ loaderData }: Route.ComponentProps) {
  return <RaffleChanges {...loaderData} />;
}
