import { data } from "react-router";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { attempt } from "../../requests/attempt.ts";
import { entrantFor, showDetails } from "../../requests/entrant.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/own-voucher.route.ts";
import { NoSuchVoucher } from "./no-such-voucher.tsx";
import { OwnVoucherScreen, ProofForm } from "./own-voucher.tsx";
import { ownVoucherFor, ownVoucherView } from "./own-voucher-page.ts";

export const handle: PageHandle = { forms: true };

export async function loader(args: Route.LoaderArgs) {
  const voucher = await ownVoucherFor(args);
  const { language } = args.context.get(visitorContext);
  const description = translate(language, { key: "claims:voucher.own.description" });
  const canonicalPath = `/raffle/${args.params.raffleCode}`;
  const meta = { path: "claim", canonicalPath, description, listed: false };
  const shown = typeof voucher === "string" ? voucher : ownVoucherView(voucher, args);
  return data({ voucher: shown, meta }, voucher === "missing" ? 404 : 200);
}

/** Proves a typed phone or e-mail, in a browser that has not done so. */
export async function action(args: Route.ActionArgs) {
  const { entrant } = await entrantFor(args);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const typed = formText(form, "contact");
  const shown = await attempt(args.context, () => showDetails(args, entrant, typed), form);
  if (shown.ok) return { typed: "", refusal: null };
  return data({ typed, refusal: refusalView(shown.refusal) }, refusalStatus(shown.refusal));
}

export default function OwnVoucherPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { raffleCode, entryCode, claimId } = params;
  const claim = `/claim/${raffleCode}/${encodeURIComponent(entryCode)}`;
  const picture = `${claim}/voucher/${claimId}/wallet.png`;
  const proof = actionData ?? { typed: "", refusal: null };
  const { voucher } = loaderData;
  if (voucher === "missing") return <NoSuchVoucher claim={claim} search={`/search-entry/${raffleCode}`} />;
  if (voucher === "unproven") return <ProofForm {...proof} />;
  return <OwnVoucherScreen voucher={voucher} claim={claim} picture={picture} />;
}
