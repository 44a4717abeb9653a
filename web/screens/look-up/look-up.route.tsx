import { data } from "react-router";
import { lookUpEntries, MAX_LOOKED_UP, SHORTEST_LOOK_UP } from "#src/entries/lists/look-up.ts";
import { searchFragment } from "#src/entries/schema.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { loadDeskHead } from "../../requests/desk-head.ts";
import { ORGANISER_HEADERS } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { staffFor } from "../../requests/staff.ts";
import { DeskHead } from "../../ui/desk-head/desk-head.tsx";
import type { Route } from "./+types/look-up.route.ts";
import { LookUp } from "./look-up.tsx";

export const handle: PageHandle = { personal: true, leavesDesk: "with-pass" };

export async function loader(args: Route.LoaderArgs) {
  const scope = await staffFor(args, "look-up-entries");
  const { db, config } = args.context.get(siteContext);
  const raffle = await findRaffle(db, scope.raffleId);
  if (!raffle) throw refusalPage(args.context, { reason: "raffle-not-found" }, ORGANISER_HEADERS);
  const fragment = searchFragment(new URL(args.request.url).searchParams.get("q"));
  const found = await lookUpEntries(db, scope, raffle, fragment);
  const { productName, origin } = config;
  const description = translate(args.context.get(visitorContext).language, {
    key: "claims:helpers.lookUp.description",
  });
  const canonicalPath = `/raffle/${raffle.codeId}`;
  const meta = {
    path: "look-up",
    subject: raffle.name,
    productName,
    origin,
    canonicalPath,
    description,
    listed: false,
  };
  const { codeId, name } = raffle;
  return data(
    {
      ...found,
      desk: await loadDeskHead(args, scope),
      fragment,
      codeId,
      name,
      shortest: SHORTEST_LOOK_UP,
      most: MAX_LOOKED_UP,
      meta,
    },
    { headers: ORGANISER_HEADERS },
  );
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function LookUpPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <DeskHead head={loaderData.desk} />
      <LookUp {...loaderData} />
    </>
  );
}
