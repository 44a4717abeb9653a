import { useTranslation } from "react-i18next";
import { CODE_LENGTHS } from "#src/base/code-formats.ts";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { TextField } from "../../forms/fields.tsx";
import { SmallForm } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { entrantFor, showDetails } from "../../requests/entrant.ts";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { ButtonLink, ScriptButton, Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Notice, PageHeading, RefusalNotice } from "../../ui/page-parts.tsx";
import { QrCode } from "../../ui/qr-code/qr-code.tsx";
import type { Route } from "./+types/own-voucher.route.ts";
import { type OwnVoucherView, ownVoucherFor, ownVoucherView } from "./own-voucher-page.ts";
import "./own-voucher.css";

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

type NoSuchVoucherProps = {
  /** The addresses of the winner's claims, and of the search for another entry of the raffle. */
  readonly claim: string;
  readonly search: string;
};

/** What a winner sees whose entry has no such voucher: where theirs is, and a field for another entry. */
function NoSuchVoucher({ claim, search }: NoSuchVoucherProps) {
  const { t } = useTranslation(["claims", "entries"]);
  return (
    <>
      <PageHeading title={t("voucher.own.missing")} lead={t("voucher.own.missingNext")} />
      <div className="actions">
        <ButtonLink label={t("voucher.own.claims")} look="primary" href={claim} />
      </div>
      <SmallForm action={search} data-failed={t("entries:search.failed")}>
        <TextField
          name="entryCode"
          label={t("voucher.own.otherEntry")}
          hint={t("entries:search.codeHint")}
          // Room for a code pasted with spaces around it.
          maxLength={CODE_LENGTHS.entry * 3}
          autoComplete="off"
          autoCapitalize="characters"
          undrafted
          required
        />
        <Submit label={t("entries:search.submit")} />
      </SmallForm>
    </>
  );
}

type OwnVoucherScreenProps = {
  readonly voucher: OwnVoucherView;
  /** The addresses of the winner's claims, and of the voucher as a picture. */
  readonly claim: string;
  readonly picture: string;
};

/**
 * A winner's voucher: a ticket to show in the shop, to print, or to keep as a picture. What is scanned or typed there
 * stands before all else, on the first screen of a phone.
 */
function OwnVoucherScreen({ voucher, claim, picture }: OwnVoucherScreenProps) {
  const { t } = useTranslation("claims");
  const timestamp = useTimestamps();
  const { used, gone } = voucher;
  const isGood = !used && !gone;
  return (
    <article className="own-voucher stack-3">
      <PageHeading title={t("voucher.own.heading")} />
      {used && <Notice kind="info">{t("voucher.own.used", timestamp(used))}</Notice>}
      {gone && <Notice kind="error">{t("voucher.own.gone")}</Notice>}
      <section className="ticket own-voucher-ticket" aria-labelledby="prize">
        <div className="ticket-body">
          <p className="own-voucher-raffle">{voucher.raffle}</p>
          <h2 id="prize">{voucher.prize}</h2>
        </div>
        <div className="ticket-stub">
          {isGood && <QrCode svg={voucher.qrCode} alt={t("voucher.own.qrCode")} size={260} />}
          <p className="ticket-code">{voucher.shown}</p>
          <dl>
            <Fact label={t("voucher.winner")} value={voucher.winner} />
            <Fact label={t("voucher.own.ticket")} value={voucher.ticket} />
            {voucher.pickUp !== "" && (
              <div>
                <dt>{t("voucher.own.pickUp")}</dt>
                <dd className="lines">{voucher.pickUp}</dd>
              </div>
            )}
          </dl>
          {voucher.shop !== "" && <p>{t("claim.from.shop", { shop: voucher.shop })}</p>}
        </div>
      </section>
      {isGood && <p className="lead">{t("voucher.own.lead")}</p>}
      <div className="actions">
        {isGood && (
          <>
            <ButtonLink label={t("voucher.own.picture")} look="primary" href={picture} download="voucher.png" />
            <ScriptButton label={t("voucher.own.print")} data-print="" />
          </>
        )}
        <ButtonLink label={t("voucher.own.claims")} href={claim} />
      </div>
    </article>
  );
}

/** Asks a browser that has not proved it whose entry this is. */
function ProofForm({ result }: { readonly result: Route.ComponentProps["actionData"] }) {
  const refusal = result?.refusal;
  const { t } = useTranslation(["claims", "entries", "messages"]);
  return (
    <>
      <PageHeading title={t("voucher.own.heading")} lead={t("voucher.own.prove")} />
      {refusal && !refusal.errors.contact && <RefusalNotice refusal={refusal} />}
      <SmallForm errors={refusal?.errors} data-failed={t("entries:mask.failed")}>
        <TextField
          name="contact"
          label={t("entries:mask.contact")}
          maxLength={ENTRY_LIMITS.email}
          defaultValue={result?.typed.contact ?? ""}
          autoComplete="off"
          autoCapitalize="none"
          undrafted
        />
        <Submit label={t("entries:mask.show")} look="primary" />
      </SmallForm>
    </>
  );
}
