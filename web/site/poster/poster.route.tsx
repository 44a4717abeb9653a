import type { PageHandle } from "#src/http/page-handle.ts";
import { Poster } from "./poster.tsx";
import { posterLoader } from "./poster-page.ts";

export const handle: PageHandle = { cached: { shows: "raffle" } };

export const loader = posterLoader("desk:poster.description");

export default Poster;
