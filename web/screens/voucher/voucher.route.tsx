import { data } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { ORGANISER_HEADERS } from "../../requests/organiser.ts";
import type { Route } from "./+types/voucher.route.ts";
import { VoucherCheck } from "./voucher-check.tsx";
import { actOnVoucher, loadVoucher } from "./voucher-page.ts";

export const handle: PageHandle = { forms: true, personal: true, leavesDesk: "with-pass", camera: true };

export async function loader(args: Route.LoaderArgs) {
  const code = args.params.code ?? "";
  const shop = await loadVoucher(args, code);
  const { productName, origin } = args.context.get(siteContext).config;
  const { language } = args.context.get(visitorContext);
  const description = translate(language, { key: "claims:voucher.check.description" });
  const meta = { path: "voucher", productName, origin, canonicalPath: "/voucher", description, listed: false };
  const status = shop.voucher?.state === "unknown" ? 404 : 200;
  return data({ ...shop, code, meta }, { status, headers: ORGANISER_HEADERS });
}

export async function action(args: Route.ActionArgs) {
  return actOnVoucher(args);
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function VoucherPage({ loaderData, actionData }: Route.ComponentProps) {
  const { raffles, forgotten, voucher, code } = loaderData;
  const answer = actionData ?? {
    ...{ voucher, done: null, refusal: null, intent: "" },
    typed: { code, raffle: "", reason: "" },
  };
  return <VoucherCheck raffles={raffles} forgotten={forgotten} {...answer} />;
}
