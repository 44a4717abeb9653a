import { useTranslation } from "react-i18next";
import { isNoAnswer } from "#src/webhooks/rules.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import type { ShownWebhook } from "./webhooks-page.ts";
import "../../ui/card-list/card-list.css";

type ShownDelivery = ShownWebhook["deliveries"][number];

/** What an endpoint was sent, the latest first, and what it answered. */
export function DeliveryLog({ webhook }: { readonly webhook: ShownWebhook }) {
  const { t } = useTranslation("webhooks");
  const { id, deliveries, page, more, offAt, verifiedAt } = webhook;
  return (
    <FormSection title={t("log.title")}>
      <p className="hint">{t("log.hint")}</p>
      {deliveries.length === 0 && <p>{t("log.none")}</p>}
      <ul className="card-list">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Delivery delivery={delivery} mayAgain={offAt === null && verifiedAt !== null} />
          </li>
        ))}
      </ul>
      <PageLinks page={page} more={more} query={{ endpoint: id }} />
    </FormSection>
  );
}

function Delivery({ delivery, mayAgain }: { readonly delivery: ShownDelivery; readonly mayAgain: boolean }) {
  const { t } = useTranslation("webhooks");
  const timestamp = useTimestamps();
  const { id, kind, subjects, state, attempts, answer, madeAt, triedAt, nextAt } = delivery;
  const name = t(`kind.${kind}`);
  const details = [
    ...(subjects > 0 ? [t("log.entries", { count: subjects })] : []),
    ...(answer === null ? [] : [isNoAnswer(answer) ? t(`log.trouble.${answer}`) : t("log.answer", { answer })]),
    ...(attempts > 0 ? [t("log.attempts", { count: attempts })] : []),
    ...(triedAt ? [t("log.tried", timestamp(triedAt))] : []),
    ...(nextAt && attempts > 0 ? [t("log.next", timestamp(nextAt))] : []),
  ];
  return (
    <>
      <h3>{name}</h3>
      <p>
        <strong className={state === "failed" ? "webhook-bad" : undefined}>{t(`log.state.${state}`)}</strong>
        {" · "}
        {t("log.made", timestamp(madeAt))}
      </p>
      {details.length > 0 && <p className="hint">{details.join(" · ")}</p>}
      {state !== "waiting" && mayAgain && (
        <form method="post">
          <input type="hidden" name="delivery" value={id} />
          <Submit
            label={t("log.again")}
            look="quiet"
            intent="again"
            aria-label={t("log.againOf", { name, ...timestamp(madeAt) })}
          />
        </form>
      )}
    </>
  );
}
