import { useTranslation } from "react-i18next";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { usePageTexts } from "../../page/page-texts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import script from "../../voucher-scanner/drive-scanner.ts?inline-script";
import { VoucherDoor } from "./voucher-door.tsx";
import type { VoucherAnswer } from "./voucher-page.ts";
import { VoucherResult } from "./voucher-result.tsx";
import "./voucher.css";
import workerUrl from "../../voucher-scanner/scan-worker.ts?worker&url";

// Room for the whole address that a QR code holds.
const MAX_TYPED = 300;

type VoucherCheckProps = VoucherAnswer & {
  /** The raffles whose vouchers this browser may check; null if it has proved nothing. */
  readonly raffles: readonly string[] | null;
  /** Whether it has just proved something, and forgot it. */
  readonly forgotten: boolean;
};

/** The shop's screen: checks a winner's voucher, with the camera or by typing, and hands the prize over. */
export function VoucherCheck({ raffles, forgotten, ...answer }: VoucherCheckProps) {
  const { t } = useTranslation(["claims", "messages"]);
  const { nonce } = usePageTexts();
  const { voucher, refusal, intent, typed } = answer;
  if (!raffles) return <VoucherDoor forgotten={forgotten} {...answer} />;
  const ofField = refusal?.errors.code;
  return (
    <article className="voucher-check" data-voucher-check="" data-worker={workerUrl}>
      {voucher && <VoucherResult {...answer} voucher={voucher} raffles={raffles} />}
      <div className="voucher-start" data-part="start" hidden={voucher !== null}>
        <PageHeading title={t("voucher.check.heading")} lead={raffles.join(" · ")} />
        {refusal && !voucher && !ofField && intent !== "open" && (
          <Notice kind="error">
            {refusal.summary.map(({ key, params }) => t(key, { ns: "messages", ...params })).join(" ")}
          </Notice>
        )}
        <div className="actions needs-script">
          <button type="button" className="button button-primary voucher-scan" data-part="scan">
            {t("voucher.check.scan")}
          </button>
          <button type="button" className="button" aria-pressed="true" data-part="sound">
            {t("voucher.check.sound")}
          </button>
        </div>
        <p className="notice notice-error" role="alert" data-part="no-camera" hidden>
          {t("voucher.check.noCamera")}
        </p>
        <div className="voucher-camera" data-part="camera" hidden>
          <p className="hint">{t("voucher.check.hold")}</p>
        </div>
      </div>
      <form method="post" action="/voucher" noValidate className="form" data-failed={t("voucher.check.failed")}>
        <FormErrorsProvider errors={refusal && !voucher && intent !== "open" ? refusal.errors : {}}>
          <div className="form-section">
            <TextField
              name="code"
              label={t("voucher.check.code")}
              hint={t("voucher.check.codeHint")}
              maxLength={MAX_TYPED}
              defaultValue={voucher && voucher.state !== "unknown" ? "" : typed.code}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              undrafted
              required
            />
            <button type="submit" name="intent" value="check" className="button">
              {t("voucher.check.submit")}
            </button>
          </div>
        </FormErrorsProvider>
      </form>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, named in the page's policy by its hash */}
      <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </article>
  );
}
