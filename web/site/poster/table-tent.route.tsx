import type { PageHandle } from "#src/http/page-handle.ts";
import type { Route } from "./+types/table-tent.route.ts";
import { loadPoster } from "./poster-page.ts";
import { TableTent } from "./table-tent.tsx";

export const handle: PageHandle = { cached: { shows: "raffle" } };

export function loader(args: Route.LoaderArgs) {
  return loadPoster(args, { path: "table-tent", description: "desk:poster.tentDescription" });
}

export default function TableTentPage({ loaderData }: Route.ComponentProps) {
  const { raffle, link, qrCode } = loaderData;
  return <TableTent raffle={raffle} link={link} qrCode={qrCode} />;
}
