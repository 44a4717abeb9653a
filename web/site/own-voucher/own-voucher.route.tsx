import type { PageHandle } from "#src/http/page-handle.ts";
import { entrantFor, showDetails } from "../../requests/entrant.ts";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import type { Route } from "./+types/own-voucher.route.ts";
import { NoSuchVoucher } from "./no-such-voucher.tsx";
import { OwnVoucherScreen, ProofForm } from "./own-voucher.tsx";
import { ownVoucherFor, ownVoucherView } from "./own-voucher-page.ts";

export const handle: PageHandle = { forms: true };

export const loader = siteLoader(
  "claims:voucher.own.description",
  async (screen) => {
    const voucher = await ownVoucherFor(screen);
    const canonicalPath = `/raffle/${screen.params.raffleCode}`;
    return {
      voucher: typeof voucher === "string" ? voucher : ownVoucherView(voucher, screen),
      meta: { ...screen.meta, canonicalPath, listed: false },
    };
  },
  ({ voucher }) => (voucher === "missing" ? 404 : 200),
);

/** Proves a typed phone or e-mail, in a browser that has not done so. */
export const action = siteAction({
  read: (form) => ({ contact: formText(form, "contact") }),
  change: async (sent) => showDetails(sent, (await entrantFor(sent)).entrant, sent.typed.contact),
});

export default function OwnVoucherPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { raffleCode, entryCode, claimId } = params;
  const claim = `/claim/${raffleCode}/${encodeURIComponent(entryCode)}`;
  const picture = `${claim}/voucher/${claimId}/wallet.png`;
  const { voucher } = loaderData;
  if (voucher === "missing") return <NoSuchVoucher claim={claim} search={`/search-entry/${raffleCode}`} />;
  if (voucher === "unproven") return <ProofForm result={actionData} />;
  return <OwnVoucherScreen voucher={voucher} claim={claim} picture={picture} />;
}
