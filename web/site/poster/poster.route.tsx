import type { PageHandle } from "#src/http/page-handle.ts";
import type { Route } from "./+types/poster.route.ts";
import { Poster } from "./poster.tsx";
import { posterLoader } from "./poster-page.ts";

export const handle: PageHandle = { cached: { shows: "raffle" } };

export const loader = posterLoader("desk:poster.description");

export default function PosterPage({ loaderData }: Route.ComponentProps) {
  return <Poster {...loaderData} />;
}
