import { readPhotoForDesk } from "#src/claims/words.ts";
import { siteContext } from "#src/http/page-context.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import type { Route } from "./+types/winner-photo.route.ts";

/** The photo that a winner left for everybody, for the organiser who has to look at it first. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const scope = organiserOf(args);
  const claimId = new URL(args.request.url).searchParams.get("claim") ?? "";
  const photo = await readPhotoForDesk(args.context.get(siteContext).db, scope, claimId);
  if (!photo) throw refusalPage(args.context, { reason: "claim-not-found" });
  return new Response(new Uint8Array(photo), { headers: { "content-type": "image/webp" } });
}
