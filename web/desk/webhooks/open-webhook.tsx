import { useTranslation } from "react-i18next";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ReloadAfter } from "../../page/reload-after.tsx";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookState } from "./webhook-state.tsx";
import type { ShownWebhook, WebhooksResult } from "./webhooks-page.ts";

type OpenWebhookProps = { readonly webhook: ShownWebhook; readonly result: WebhooksResult | null };

/** One endpoint: its state, its secret, what it is told, and what was sent. */
export function OpenWebhook({ webhook, result }: OpenWebhookProps) {
  const { t } = useTranslation("webhooks");
  const { host, url, kinds, withPeople, offAt, verifiedAt, reloadAfter } = webhook;
  const isOfForm = result?.intent === "save";
  const refused = isOfForm ? null : (result?.refusal ?? null);
  return (
    <>
      <ReloadAfter seconds={reloadAfter} />
      <PageHeading title={t("headingOf", { host })} />
      <p>
        <a href="?">{t("back")}</a>
      </p>
      {result?.done && <Notice kind="success">{t(result.done.is)}</Notice>}
      {reloadAfter !== null && <Notice kind="info">{t("underway")}</Notice>}
      {refused && (
        <FormErrorsProvider errors={{}}>
          <ErrorSummary heading={t("failed")} refusal={refused} />
        </FormErrorsProvider>
      )}
      <WebhookState webhook={webhook} />
      {!offAt && verifiedAt === null && <p>{t("pendingHelp")}</p>}
      <form method="post" className="actions">
        {offAt ? (
          <Submit label={t("on")} look="primary" intent="on" />
        ) : verifiedAt === null ? (
          <Submit label={t("check")} look="primary" intent="check" />
        ) : (
          <Submit label={t("test")} look="secondary" intent="test" />
        )}
      </form>
      <Secret webhook={webhook} />
      <DeliveryLog webhook={webhook} />
      <WebhookForm
        title={t("change")}
        intent="save"
        result={refused ? null : result}
        initial={{ url, kinds, withPeople }}
      />
      <Removal />
    </>
  );
}

function Secret({ webhook: { secret, formerUntil } }: { readonly webhook: ShownWebhook }) {
  const { t } = useTranslation("webhooks");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("secret.title")}>
      <p>{t("secret.hint")}</p>
      <details>
        <summary>{t("secret.show")}</summary>
        <p>
          <code className="webhook-secret">{secret}</code>
        </p>
      </details>
      {formerUntil && <p className="hint">{t("secret.former", timestamp(formerUntil))}</p>}
      <AskedButton summary={t("secret.renew")} ask={t("secret.renewAsk")} yes={t("secret.renewYes")} intent="renew" />
    </FormSection>
  );
}

function Removal() {
  const { t } = useTranslation("webhooks");
  return <AskedButton summary={t("remove")} ask={t("removeAsk")} yes={t("removeYes")} intent="remove" />;
}
