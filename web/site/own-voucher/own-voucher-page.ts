import { renderSVG } from "uqr";
import { type OwnVoucher, readOwnVoucher } from "#src/claims/vouchers/own-voucher.ts";
import { shownVoucherCode } from "#src/claims/vouchers/voucher-code.ts";
import { siteContext } from "#src/http/page-context.ts";
import { entrantFor } from "../../requests/entrant.ts";

type PageArgs = Parameters<typeof entrantFor>[0];

/**
 * The voucher that a page's address names, for its winner.
 *
 * @returns "unproven" for a browser that has not proved the entry's phone or e-mail; "missing" where the entry has no
 *   such voucher
 * @throws as `entrantFor`
 */
export async function ownVoucherFor(args: PageArgs): Promise<OwnVoucher | "unproven" | "missing"> {
  const { contact } = await entrantFor(args);
  if (!contact) return "unproven";
  return (await readOwnVoucher(args.context.get(siteContext).db, contact, args.params.claimId ?? "")) ?? "missing";
}

export function ownVoucherView(voucher: OwnVoucher, { context }: Pick<PageArgs, "context">) {
  const { origin } = context.get(siteContext).config;
  const link = voucherLink(origin, voucher);
  return {
    ...{ raffle: voucher.raffle, shop: voucher.shop, prize: voucher.prize },
    ...{ ticket: voucher.ticket, winner: voucher.winner },
    ...{ pickUp: voucher.pickUp, gone: voucher.gone, link },
    shown: shownVoucherCode(voucher.code),
    qrCode: renderSVG(link, { border: 2 }),
    used: voucher.usedAt,
  };
}

export type OwnVoucherView = ReturnType<typeof ownVoucherView>;

/** What a voucher's QR code holds. */
export function voucherLink(origin: string, { code }: Pick<OwnVoucher, "code">): string {
  return new URL(`/voucher/${code}`, origin).href;
}
