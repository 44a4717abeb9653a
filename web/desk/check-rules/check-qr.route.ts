import { renderSVG } from "uqr";
import { CODE_FORMATS, typedCode } from "#src/base/code-formats.ts";
import { checkLink } from "#src/earning/checked/link.ts";
import { siteContext } from "#src/http/page-context.ts";
import type { Route } from "./+types/check-qr.route.ts";

/** The QR code of a link to an entry's rules. It has nothing that the asked address does not have: an entry code. */
export function loader({ params, context }: Route.LoaderArgs): Response {
  const [raffleCode, entryCode] = [typedCode(params.raffleCode), typedCode(params.entryCode)];
  if (!CODE_FORMATS.raffle.test(raffleCode) || !CODE_FORMATS.entry.test(entryCode)) {
    return new Response(null, { status: 404 });
  }
  const link = checkLink(context.get(siteContext).config.origin, raffleCode, entryCode);
  return new Response(renderSVG(link), {
    headers: { "content-type": "image/svg+xml", "cache-control": "no-store" },
  });
}
