import { readIdPicture } from "#src/claims/claiming/read.ts";
import { siteContext } from "#src/http/page-context.ts";
import { ORGANISER_HEADERS, organiserFor } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusal-page.ts";
import type { Route } from "./+types/claim-id.route.ts";

/** The picture of a winner's ID, for the organiser alone: nothing stores it, and nothing in it can run. */
export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const { db, secret } = args.context.get(siteContext);
  const claimId = new URL(args.request.url).searchParams.get("claim") ?? "";
  const picture = await readIdPicture(db, scope, claimId, secret);
  if (!picture) throw refusalPage(args.context, { reason: "claim-not-found" }, ORGANISER_HEADERS);
  return new Response(new Uint8Array(picture), {
    headers: {
      "content-type": "image/webp",
      "content-disposition": "inline",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cache-control": "no-store",
    },
  });
}
