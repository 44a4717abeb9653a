import { data } from "react-router";
import { readAuditLog } from "#src/access/audit.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { pageNumber } from "#src/api/page-number.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { RaffleChanges } from "../../components/raffle-changes/raffle-changes.tsx";
import { ORGANISER_HEADERS, organiserFor } from "../../organiser.ts";
import { pageMeta } from "../../page-meta.ts";
import { showChange } from "../../views/shown-change.ts";
import type { Route } from "./+types/raffle-changes.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db, config } = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const scope = await organiserFor(args, "raffleCode");
  const page = pageNumber(new URL(args.request.url).searchParams.get("page"));
  const { changes, more } = await readAuditLog(db, scope, page);
  const { productName, origin, timeZone } = config;
  const description = sentence(language, { key: "desk:changes.description" });
  return data(
    {
      changes: changes.map((change) => showChange(change, language, timeZone)),
      page,
      more,
      meta: {
        path: "raffle-changes",
        productName,
        origin,
        canonicalPath: "/raffle-changes",
        description,
        listed: false,
      },
    },
    { headers: ORGANISER_HEADERS },
  );
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function RaffleChangesPage({ loaderData }: Route.ComponentProps) {
  return <RaffleChanges {...loaderData} />;
}
