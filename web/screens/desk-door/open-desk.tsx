import { useTranslation } from "react-i18next";
import { AccessCodeInput } from "../../forms/access-code-input.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TrustBrowser } from "../../forms/trust-browser.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { loginFor } from "../../requests/safe-next.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";

type OpenDeskProps = { readonly name: string; readonly codeId: string; readonly refusal: RefusalView | null };

/** Asks for a raffle's access code in a browser that has no pass, or no longer has one. */
export function OpenDesk({ name, codeId, refusal }: OpenDeskProps) {
  const { t } = useTranslation(["desk", "messages"]);
  return (
    <>
      <PageHeading title={t("open.heading")} lead={[name, codeId].join(" · ")} />
      {refusal ? (
        <Notice kind="error">
          {refusal.summary.map(({ key, params }) => t(key, { ns: "messages", ...params })).join(" ")}
        </Notice>
      ) : (
        <Notice kind="info">{t("open.lead")}</Notice>
      )}
      <form method="post" noValidate className="form" data-failed={t("open.failed")}>
        <FormErrorsProvider errors={refusal?.errors ?? {}}>
          <div className="form-section">
            <AccessCodeInput label={t("access.label")} />
            <TrustBrowser />
            <button type="submit" className="button button-primary">
              {t("open.submit")}
            </button>
          </div>
        </FormErrorsProvider>
      </form>
      <p className="hint">
        {t("open.lost")} <a href={loginFor(`/open-desk/${codeId}`)}>{t("open.login")}</a>
      </p>
    </>
  );
}
