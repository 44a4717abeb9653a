import { readIdPicture } from "#src/claims/claiming/read.ts";
import { siteContext } from "#src/http/page-context.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import type { Route } from "./+types/winner-id.route.ts";

/** The picture of a winner's ID, for the organiser alone. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const scope = organiserOf(args);
  const { db, secret } = args.context.get(siteContext);
  const claimId = new URL(args.request.url).searchParams.get("claim") ?? "";
  const picture = await readIdPicture(db, scope, claimId, secret);
  if (!picture) throw refusalPage(args.context, { reason: "claim-not-found" });
  const headers = {
    "content-type": "image/webp",
    "content-disposition": "inline",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
  return new Response(new Uint8Array(picture), { headers });
}
