import type { PageHandle } from "#src/http/page-handle.ts";
import type { Route } from "./+types/table-tent.route.ts";
import { posterLoader } from "./poster-page.ts";
import { TableTent } from "./table-tent.tsx";

export const handle: PageHandle = { cached: { shows: "raffle" } };

export const loader = posterLoader("desk:poster.tentDescription");

export default function TableTentPage({ loaderData }: Route.ComponentProps) {
  return <TableTent {...loaderData} />;
}
