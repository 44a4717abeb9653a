import { useTranslation } from "react-i18next";
import { AccessCodeInput } from "../../forms/access-code-input.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TrustBrowser } from "../../forms/trust-browser.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { RefusalNotice } from "../../ui/refusal-notice.tsx";
import { LostAccessCode, type LostCodeWays } from "./lost-access-code.tsx";

type OpenDeskProps = {
  readonly name: string;
  readonly codeId: string;
  readonly ways: LostCodeWays;
  readonly refusal: RefusalView | null;
};

/** Asks for a raffle's access code in a browser that has no pass, or no longer has one. */
export function OpenDesk({ name, codeId, ways, refusal }: OpenDeskProps) {
  const { t } = useTranslation(["desk", "messages"]);
  return (
    <>
      <PageHeading title={t("open.heading")} lead={[name, codeId].join(" · ")} />
      {refusal ? <RefusalNotice refusal={refusal} /> : <Notice kind="info">{t("open.lead")}</Notice>}
      <form method="post" noValidate className="form" data-failed={t("open.failed")}>
        <FormErrorsProvider errors={refusal?.errors ?? {}}>
          <div className="form-section">
            <AccessCodeInput label={t("access.label")} />
            <TrustBrowser />
            <Submit label={t("open.submit")} look="primary" />
          </div>
        </FormErrorsProvider>
      </form>
      <LostAccessCode ways={ways} codeId={codeId} />
    </>
  );
}
