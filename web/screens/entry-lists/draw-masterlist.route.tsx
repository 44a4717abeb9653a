import { data } from "react-router";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { ORGANISER_HEADERS, organiserFor } from "../../requests/organiser.ts";
import type { Route } from "./+types/draw-masterlist.route.ts";
import { loadEntryList } from "./entry-list-page.ts";
import { MasterList } from "./master-list.tsx";

export const handle: PageHandle = { personal: true, leavesDesk: "as-guest" };

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const list = { path: "draw-masterlist", description: "desk:lists.masterDescription" } as const;
  return data(await loadEntryList(args, scope, list), { headers: ORGANISER_HEADERS });
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function MasterListPage({ loaderData, params }: Route.ComponentProps) {
  return <MasterList list={loaderData} accessCode={params.accessCode} />;
}
