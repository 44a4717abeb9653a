import { useTranslation } from "react-i18next";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { Route } from "./+types/own-voucher.route.ts";
import type { OwnVoucherView } from "./own-voucher-page.ts";
import "./own-voucher.css";

type OwnVoucherScreenProps = {
  readonly voucher: OwnVoucherView;
  /** The addresses of the winner's claims, and of the voucher as a picture. */
  readonly claim: string;
  readonly picture: string;
};

/** A winner's voucher: a ticket to show in the shop, to print, or to keep as a picture. */
export function OwnVoucherScreen({ voucher, claim, picture }: OwnVoucherScreenProps) {
  const { t } = useTranslation("claims");
  const timestamp = useTimestamps();
  const { used, gone } = voucher;
  const isGood = !used && !gone;
  return (
    <article className="own-voucher">
      <PageHeading title={t("voucher.own.heading")} {...(isGood && { lead: t("voucher.own.lead") })} />
      {used && <Notice kind="info">{t("voucher.own.used", timestamp(used))}</Notice>}
      {gone && <Notice kind="error">{t("voucher.own.gone")}</Notice>}
      <section className="ticket own-voucher-ticket" aria-labelledby="prize">
        <div className="ticket-body">
          <p className="own-voucher-raffle">{voucher.raffle}</p>
          <h2 id="prize">{voucher.prize}</h2>
          <dl>
            <div>
              <dt>{t("voucher.winner")}</dt>
              <dd>{voucher.winner}</dd>
            </div>
            <div>
              <dt>{t("voucher.own.ticket")}</dt>
              <dd>{voucher.ticket}</dd>
            </div>
            {voucher.pickUp !== "" && (
              <div>
                <dt>{t("voucher.own.pickUp")}</dt>
                <dd className="own-voucher-lines">{voucher.pickUp}</dd>
              </div>
            )}
          </dl>
        </div>
        <div className="ticket-stub">
          {isGood && (
            <img
              src={`data:image/svg+xml,${encodeURIComponent(voucher.qrCode)}`}
              alt={t("voucher.own.qrCode")}
              width="260"
              height="260"
            />
          )}
          <p className="ticket-code">{voucher.shown}</p>
        </div>
      </section>
      <div className="actions">
        {isGood && (
          <>
            <a className="button button-primary" href={picture} download="voucher.png">
              {t("voucher.own.picture")}
            </a>
            <button type="button" className="button needs-script" data-print="">
              {t("voucher.own.print")}
            </button>
          </>
        )}
        <a className="button" href={claim}>
          {t("voucher.own.claims")}
        </a>
      </div>
    </article>
  );
}

type ProofFormProps = { readonly result: Route.ComponentProps["actionData"] };

/** Asks a browser that has not proved it whose entry this is. */
export function ProofForm({ result }: ProofFormProps) {
  const refusal = result?.refusal;
  const { t } = useTranslation(["claims", "entries", "messages"]);
  const reasons = refusal?.summary.map(({ key, params }) => t(key, { ns: "messages", ...params }));
  return (
    <>
      <PageHeading title={t("voucher.own.heading")} lead={t("voucher.own.prove")} />
      {reasons && !refusal?.errors.contact && <Notice kind="error">{reasons.join(" ")}</Notice>}
      <form method="post" noValidate className="form" data-failed={t("entries:mask.failed")}>
        <FormErrorsProvider errors={refusal?.errors ?? {}}>
          <div className="form-section">
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
          </div>
        </FormErrorsProvider>
      </form>
    </>
  );
}
