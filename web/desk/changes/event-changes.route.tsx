import { readAuditLog } from "#src/access/audit/audit.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { translate } from "#src/i18n/translate.ts";
import { proveEventOnPage } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import type { Route } from "./+types/event-changes.route.ts";
import { RaffleChanges } from "./raffle-changes.tsx";
import { showChange } from "./shown-change.ts";

export const handle: PageHandle = { personal: true, leavesDesk: "as-guest" };

/** Open to browsers that proved the access code on the edit screen, the event's own account, and admins. */
export async function loader(args: Route.LoaderArgs) {
  const { db, config } = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const proof = await proveEventOnPage(args, { event: args.params.code });
  if (!proof.ok) throw refusalPage(args.context, proof.refusal);
  const page = pageNumber(new URL(args.request.url).searchParams.get("page"));
  const { changes, more } = await readAuditLog(db, proof.value, page);
  const { timeZone } = config;
  const description = translate(language, { key: "desk:changes.description" });
  const path = "event-changes";
  const meta = { path, description, listed: false };
  const shown = changes.map((change) => showChange(change, { language, timeZone }));
  return { changes: shown, page, more, meta };
}

export default function EventChangesPage({ loaderData }: Route.ComponentProps) {
  return <RaffleChanges {...loaderData} />;
}
