import { useTranslation } from "react-i18next";
import { FormSection } from "../../../ui/page-parts.tsx";
import "../entry-fold.css";

/** The receipt that the site signs for an entry: as a file, and as a QR code that another phone takes over. */
export function OwnReceipt({ codeId, entryCode }: { readonly codeId: string; readonly entryCode: string }) {
  const { t } = useTranslation("entries");
  const receipt = `/api/entries/${entryCode}/receipt`;
  return (
    <FormSection title={t("own.receiptHeading")} hint={t("own.receiptHint")}>
      <div className="actions">
        <a className="button" href={`${receipt}?raffle=${codeId}`} download>
          {t("own.receipt")}
        </a>
      </div>
      <details className="entry-fold">
        <summary>{t("own.receiptQr")}</summary>
        <p className="hint">{t("own.receiptQrHint")}</p>
        <img
          className="own-receipt-qr"
          src={`${receipt}/qr?raffle=${codeId}`}
          alt={t("own.receiptQrAlt")}
          loading="lazy"
          width="300"
          height="300"
        />
      </details>
    </FormSection>
  );
}
