import { shownVoucherCode } from "#src/claims/vouchers/voucher-code.ts";
import { walletSvg } from "#src/claims/vouchers/wallet-svg.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { retryAfter, statusOf } from "#src/http/refusals.ts";
import { widestNetworkOf } from "#src/rate-limits/network.ts";
import type { Route } from "./+types/wallet-picture.route.ts";
import { ownVoucherFor, voucherLink } from "./own-voucher-page.ts";

/** A winner's voucher as a picture to keep on a phone: for whoever its page is for. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const voucher = await ownVoucherFor(args);
  if (typeof voucher === "string") return new Response(null, { status: voucher === "missing" ? 404 : 403 });
  const { pictures, config } = args.context.get(siteContext);
  const texts = { ...voucher, code: shownVoucherCode(voucher.code), link: voucherLink(config.origin, voucher) };
  const network = widestNetworkOf(args.context.get(visitorContext).address);
  const drawn = await pictures.draw({ svg: walletSvg(texts), pictures: [] }, "png", network);
  if (!drawn.ok) {
    return new Response(null, { status: statusOf(drawn.refusal), headers: retryAfter(drawn.refusal) });
  }
  return new Response(new Uint8Array(drawn.value), { headers: { "content-type": "image/png" } });
}
