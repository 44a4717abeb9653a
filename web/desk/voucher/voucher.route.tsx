import { data } from "react-router";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import type { Route } from "./+types/voucher.route.ts";
import { VoucherCheck } from "./voucher-check.tsx";
import { actOnVoucher, loadVoucher } from "./voucher-page.ts";

export const handle: PageHandle = { forms: true, personal: true, leavesDesk: "with-pass", camera: true };

export async function loader(args: Route.LoaderArgs) {
  const code = args.params.code ?? "";
  const shop = await loadVoucher(args, code);
  const { language } = args.context.get(visitorContext);
  const description = translate(language, { key: "claims:voucher.check.description" });
  const meta = { path: "voucher", description, listed: false };
  const status = shop.voucher?.state === "unknown" ? 404 : 200;
  return data({ ...shop, code, meta }, { status });
}

export async function action(args: Route.ActionArgs) {
  return actOnVoucher(args);
}

export default function VoucherPage({ loaderData, actionData }: Route.ComponentProps) {
  const { raffles, forgotten, voucher, code } = loaderData;
  const answer = actionData ?? {
    ...{ voucher, done: null, refusal: null, intent: "" },
    typed: { code, raffle: "", reason: "" },
  };
  return <VoucherCheck raffles={raffles} forgotten={forgotten} {...answer} />;
}
