import { useTranslation } from "react-i18next";
import { AccessCodeInput } from "../../forms/access-code-input.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { TrustBrowser } from "../../forms/trust-browser.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { VoucherAnswer } from "./voucher-page.ts";

type VoucherDoorProps = Pick<VoucherAnswer, "refusal" | "typed">;

/**
 * Asks a browser that has proved nothing whose vouchers it wants to check. Whoever it is learns nothing of the voucher.
 */
export function VoucherDoor({ forgotten, ...props }: VoucherDoorProps & { readonly forgotten: boolean }) {
  const { t } = useTranslation("claims");
  return (
    <>
      <PageHeading title={t("voucher.check.heading")} lead={t("voucher.door.lead")} />
      {forgotten ? (
        <Notice kind="error">{t("voucher.door.forgotten")}</Notice>
      ) : (
        <Notice kind="info">{t("voucher.door.winner")}</Notice>
      )}
      <DoorForm {...props} />
    </>
  );
}

/** The raffle's code and its access code, which open the screen in this browser. */
export function DoorForm({ refusal, typed }: VoucherDoorProps) {
  const { t } = useTranslation(["claims", "desk", "messages"]);
  return (
    <form method="post" action="/voucher" noValidate className="form" data-failed={t("voucher.door.failed")}>
      {refusal && (
        <Notice kind="error">
          {refusal.summary.map(({ key, params }) => t(key, { ns: "messages", ...params })).join(" ")}
        </Notice>
      )}
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        <div className="form-section">
          <input type="hidden" name="code" value={typed.code} />
          <TextField
            name="raffle"
            label={t("voucher.door.raffle")}
            maxLength={20}
            defaultValue={typed.raffle}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <AccessCodeInput label={t("access.label", { ns: "desk" })} />
          <TrustBrowser />
          <button type="submit" name="intent" value="open" className="button button-primary">
            {t("voucher.door.submit")}
          </button>
        </div>
      </FormErrorsProvider>
    </form>
  );
}
