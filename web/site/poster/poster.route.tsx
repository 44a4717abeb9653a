import type { PageHandle } from "#src/http/page-handle.ts";
import type { Route } from "./+types/poster.route.ts";
import { Poster } from "./poster.tsx";
import { loadPoster } from "./poster-page.ts";

export const handle: PageHandle = { cached: { shows: "raffle" } };

export function loader(args: Route.LoaderArgs) {
  return loadPoster(args, { path: "poster", description: "desk:poster.description" });
}

export default function PosterPage({ loaderData }: Route.ComponentProps) {
  const { raffle, link, qrCode } = loaderData;
  return <Poster raffle={raffle} link={link} qrCode={qrCode} />;
}
