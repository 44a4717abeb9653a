import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { WebhooksView } from "./webhooks-page.ts";

/** Whether an endpoint takes what it is sent. */
export function WebhookState({ webhook }: { readonly webhook: WebhooksView["endpoints"][number] }) {
  const { t } = useTranslation("webhooks");
  const timestamp = useTimestamps();
  const { offAt, failingSince, verifiedAt } = webhook;
  if (offAt) return <p className="webhook-bad">{t("state.off", timestamp(offAt))}</p>;
  if (!verifiedAt) return <p className="webhook-bad">{t("state.pending")}</p>;
  if (failingSince) return <p className="webhook-bad">{t("state.failing", timestamp(failingSince))}</p>;
  return <p className="hint">{t("state.on")}</p>;
}
