import { useTranslation } from "react-i18next";
import { MAX_ENDPOINTS } from "#src/webhooks/limits.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookState } from "./webhook-state.tsx";
import type { WebhooksResult, WebhooksView } from "./webhooks-page.ts";
import "../../ui/card-list/card-list.css";

type WebhooksProps = { readonly webhooks: WebhooksView["endpoints"]; readonly result: WebhooksResult | null };

/** The organiser's screen of addresses that are told of what happens in a raffle. */
export function Webhooks({ webhooks, result }: WebhooksProps) {
  const { t } = useTranslation("webhooks");
  const added = result?.done?.is === "added" ? result.done.endpoint : null;
  return (
    <>
      <PageHeading title={t("heading")} lead={t("lead")} />
      {added !== null && (
        <Notice kind="success">
          {t("added")} <a href={`?endpoint=${added}`}>{t("addedLink")}</a>
        </Notice>
      )}
      {result?.done?.is === "removed" && <Notice kind="success">{t("removed")}</Notice>}
      <div className="form">
        <FormSection title={t("list")}>
          {webhooks.length === 0 && <p>{t("none")}</p>}
          <ul className="card-list">
            {webhooks.map((webhook) => (
              <li key={webhook.id}>
                <h3>{webhook.host}</h3>
                <p>{webhook.kinds.map((kind) => t(`kind.${kind}`)).join(" · ")}</p>
                <WebhookState webhook={webhook} />
                <p>
                  <a href={`?endpoint=${webhook.id}`} aria-label={t("openOf", { host: webhook.host })}>
                    {t("open")}
                  </a>
                </p>
              </li>
            ))}
          </ul>
        </FormSection>
      </div>
      {webhooks.length < MAX_ENDPOINTS && (
        <WebhookForm
          title={t("new")}
          intent="add"
          result={result}
          initial={{ url: "", kinds: [], withPeople: false }}
        />
      )}
    </>
  );
}
