import { useTranslation } from "react-i18next";
import { MAX_ENDPOINTS, MAX_URL } from "#src/webhooks/limits.ts";
import { isNoAnswer } from "#src/webhooks/rules.ts";
import { WEBHOOK_KINDS } from "#src/webhooks/schema.ts";
import { Checkbox, TextField } from "../../forms/fields.tsx";
import { ErrorSummary, FormErrorsProvider, RefusableForm } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ReloadAfter } from "../../page/reload-after.tsx";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { TickGroup } from "../tick-group.tsx";
import type { Route } from "./+types/webhooks.route.ts";
import "../../ui/card-list/card-list.css";
import "./webhooks.css";

type View = Route.ComponentProps["loaderData"];
type ShownWebhook = NonNullable<View["open"]>;
type Result = Route.ComponentProps["actionData"];
type Typed = NonNullable<Result>["typed"];

/** The organiser's screen of addresses that are notified of what happens in a raffle. */
export function Webhooks({ webhooks, result }: { readonly webhooks: View["endpoints"]; readonly result: Result }) {
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

/** One endpoint: its state, its secret, what it is notified of, and what was sent. */
export function OpenWebhook({ webhook, result }: { readonly webhook: ShownWebhook; readonly result: Result }) {
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
          <Submit label={t("test")} intent="test" />
        )}
      </form>
      <Secret webhook={webhook} />
      <DeliveryLog webhook={webhook} />
      <WebhookForm
        title={t("change")}
        intent="save"
        result={refused ? undefined : result}
        initial={{ url, kinds, withPeople }}
      />
      <AskedButton summary={t("remove")} ask={t("removeAsk")} yes={t("removeYes")} intent="remove" />
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

type ShownDelivery = ShownWebhook["deliveries"][number];

/** What an endpoint was sent, the latest first, and what it answered. */
function DeliveryLog({ webhook }: { readonly webhook: ShownWebhook }) {
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
    ...(answer === null ? [] : [isNoAnswer(answer) ? t(`log.noAnswer.${answer}`) : t("log.answer", { answer })]),
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

/** Whether an endpoint takes what it is sent. */
function WebhookState({ webhook }: { readonly webhook: View["endpoints"][number] }) {
  const { t } = useTranslation("webhooks");
  const timestamp = useTimestamps();
  const { offAt, failingSince, verifiedAt } = webhook;
  if (offAt) return <p className="webhook-bad">{t("state.off", timestamp(offAt))}</p>;
  if (!verifiedAt) return <p className="webhook-bad">{t("state.pending")}</p>;
  if (failingSince) return <p className="webhook-bad">{t("state.failing", timestamp(failingSince))}</p>;
  return <p className="hint">{t("state.on")}</p>;
}

type WebhookFormProps = {
  readonly title: string;
  readonly intent: "add" | "save";
  readonly result: Result;
  readonly initial: Typed;
};

/** What an endpoint is notified of, and where. */
function WebhookForm({ title, intent, result, initial }: WebhookFormProps) {
  const { t } = useTranslation("webhooks");
  const refused = result?.refusal ? result : null;
  const shown = refused?.typed ?? initial;
  return (
    <RefusableForm draft={`webhook-${intent}`} heading={t("failed")} refusal={refused?.refusal}>
      <FormSection title={title}>
        <TextField
          name="url"
          type="url"
          label={t("url")}
          hint={t("urlHint")}
          maxLength={MAX_URL}
          defaultValue={shown.url}
          required
          autoComplete="off"
        />
        <TickGroup
          name="kinds"
          legend={t("kinds")}
          options={WEBHOOK_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          isTicked={(value) => shown.kinds.includes(value)}
        />
        <Checkbox
          name="withPeople"
          label={t("withPeople")}
          hint={t("withPeopleHint")}
          defaultChecked={shown.withPeople}
        />
        <Submit label={t(intent)} look="primary" intent={intent} />
      </FormSection>
    </RefusableForm>
  );
}
