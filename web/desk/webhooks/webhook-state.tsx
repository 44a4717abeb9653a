import { useTranslation } from "react-i18next";
import type { WebhooksView } from "./webhooks-page.ts";

/** Whether an endpoint takes what it is sent. */
export function WebhookState({ webhook }: { readonly webhook: WebhooksView["endpoints"][number] }) {
  const { t } = useTranslation("webhooks");
  const { offAt, failingSince } = webhook;
  if (offAt) return <p className="webhook-bad">{t("state.off", offAt)}</p>;
  if (failingSince) return <p className="webhook-bad">{t("state.failing", failingSince)}</p>;
  return <p className="hint">{t("state.on")}</p>;
}
