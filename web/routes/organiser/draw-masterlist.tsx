import { data } from "react-router";
import { visitorContext } from "#src/api/page-context.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { MasterList } from "../../components/entry-lists/master-list.tsx";
import { ORGANISER_HEADERS, organiserFor } from "../../organiser.ts";
import { pageMeta } from "../../page-meta.ts";
import { loadEntryList } from "../../views/entry-list-page.ts";
import type { Route } from "./+types/draw-masterlist.ts";

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const list = { path: "draw-masterlist", description: "desk:lists.masterDescription" } as const;
  const page = await loadEntryList(args, scope, list);
  if (page) return data(page, { headers: ORGANISER_HEADERS });
  const { language } = args.context.get(visitorContext);
  throw data({ message: sentence(language, { key: "raffleNotFound" }) }, { status: 404, headers: ORGANISER_HEADERS });
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function MasterListPage({ loaderData, params }: Route.ComponentProps) {
  return <MasterList list={loaderData} accessCode={params.accessCode} />;
}
