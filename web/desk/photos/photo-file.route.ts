import { readPhotoPicture } from "#src/earning/photos/read.ts";
import { siteContext } from "#src/http/page-context.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { staffFor } from "../../requests/staff.ts";
import type { Route } from "./+types/photo-file.route.ts";

/** The picture that is to prove a rule, for who may check photos. No cache keeps it. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const scope = await staffFor(args, "check-photos");
  const { db, secret } = args.context.get(siteContext);
  const id = new URL(args.request.url).searchParams.get("photo") ?? "";
  const picture = await readPhotoPicture(db, scope, secret, id);
  if (!picture) throw refusalPage(args.context, { reason: "photo-not-found" });
  const headers = {
    "content-type": "image/webp",
    "content-disposition": "inline",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
  return new Response(new Uint8Array(picture), { headers });
}
