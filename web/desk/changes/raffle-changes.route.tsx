import { readAuditLog } from "#src/access/audit/audit.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { translate } from "#src/i18n/translate.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { raffleOf } from "../../requests/raffle.ts";
import type { Route } from "./+types/raffle-changes.route.ts";
import { RaffleChanges } from "./raffle-changes.tsx";
import { showChange } from "./shown-change.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db, config } = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const scope = organiserOf(args);
  const page = pageNumber(new URL(args.request.url).searchParams.get("page"));
  const [{ changes, more }, raffle] = await Promise.all([
    readAuditLog(db, scope, page),
    raffleOf(args.context, scope.raffleId),
  ]);
  const names = new Map([
    ...raffle.prizes.map(({ id, name }) => [id, name] as const),
    ...raffle.rules.map(({ id, details }) => [id, details] as const),
  ]);
  const { timeZone } = config;
  const description = translate(language, { key: "desk:changes.description" });
  return {
    changes: changes.map((change) => showChange(change, { language, timeZone, names })),
    page,
    more,
    meta: { path: "raffle-changes", description, listed: false },
  };
}

export default function RaffleChangesPage({ loaderData }: Route.ComponentProps) {
  return <RaffleChanges {...loaderData} />;
}
