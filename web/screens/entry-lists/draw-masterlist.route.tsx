import { data } from "react-router";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { loadDeskHead } from "../../requests/desk-head.ts";
import { ORGANISER_HEADERS, organiserFor } from "../../requests/organiser.ts";
import { DeskHead } from "../../ui/desk-head/desk-head.tsx";
import type { Route } from "./+types/draw-masterlist.route.ts";
import { loadEntryList } from "./entry-list-page.ts";
import { MasterList } from "./master-list.tsx";

export const handle: PageHandle = { personal: true, leavesDesk: "as-guest" };

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const list = { path: "draw-masterlist", description: "desk:lists.masterDescription" } as const;
  const [page, desk] = await Promise.all([loadEntryList(args, scope, list), loadDeskHead(args, scope)]);
  return data({ ...page, desk }, { headers: ORGANISER_HEADERS });
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function MasterListPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <DeskHead head={loaderData.desk} />
      <MasterList list={loaderData} />
    </>
  );
}
