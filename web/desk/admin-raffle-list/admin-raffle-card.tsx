import type { SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { TrustBrowser } from "../../forms/trust-browser.tsx";
import { FinalQuestion } from "../../ui/buttons/delete-raffle.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RaffleBanner } from "../../ui/raffle-banner.tsx";
import type { Route } from "./+types/admin-raffle-list.route.ts";
import type { AdminResult } from "./admin-raffle-form.ts";
import "../../site/raffle-list/raffle-card.css";
import { AccessCodeField } from "./access-code-field.tsx";
import "./admin-raffle-card.css";
import { OrganiserFacts } from "./organiser-facts.tsx";
import { useAccessCode } from "./use-access-code.ts";

type AdminRaffleCardProps = {
  readonly raffle: Route.ComponentProps["loaderData"]["search"]["raffles"][number];
  readonly result: AdminResult | null;
};

/** Actions that cannot be undone need a confirmation first. */
const QUESTIONS = { delete: "admin.confirm", renew: "admin.renewAsk" } as const;

function isQuestioned(intent: string): intent is keyof typeof QUESTIONS {
  return intent in QUESTIONS;
}

/**
 * A raffle with its organiser's actions. The card is one form, and its buttons become active once the server accepts
 * the code.
 */
export function AdminRaffleCard({ raffle, result }: AdminRaffleCardProps) {
  const { t } = useTranslation(["desk", "raffles", "messages"]);
  const sent = useNavigation().formData;
  const deleting = sent?.get("intent") === "delete" && sent.get("raffle") === raffle.codeId;
  const code = useAccessCode(raffle.codeId, result);
  const asked = result?.done?.is === "asked" && isQuestioned(result.intent) ? result.intent : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent;
    if (!(submitter instanceof HTMLButtonElement) || !isQuestioned(submitter.value)) return;
    const confirmed = event.currentTarget.elements.namedItem("confirmed") as HTMLInputElement;
    if (asked !== submitter.value && !confirm(t(QUESTIONS[submitter.value]))) return event.preventDefault();
    confirmed.value = submitter.value;
  }

  const named = <span className="visually-hidden"> {raffle.name}</span>;
  return (
    <article className="ticket raffle-card admin-raffle-card">
      <RaffleBanner raffle={raffle} decorative />
      <div className="ticket-body">
        <p className={raffle.open ? "chip chip-open" : "chip"}>
          {raffle.open ? t("list.open", { ns: "raffles" }) : t("list.closed", { ns: "raffles" })}
        </p>
        <h3>{raffle.name}</h3>
        <p className="raffle-card-details">{raffle.details}</p>
        <OrganiserFacts raffle={raffle} />
      </div>
      <Form method="post" preventScrollReset className="ticket-stub" onSubmit={submit}>
        <input type="hidden" name="raffle" value={raffle.codeId} />
        <input type="hidden" name="confirmed" defaultValue={asked ?? ""} />
        {result?.intent === "delete" && result.refusal && <Notice kind="error">{t("admin.deleteFailed")}</Notice>}
        {result?.done?.is === "renewed" && (
          <>
            <Notice kind="success">{t("admin.renewed")}</Notice>
            <CodeTicket label={t("admin.newCode")} code={result.done.accessCode} />
          </>
        )}
        <AccessCodeField
          id={`access-${raffle.codeId}`}
          raffleName={raffle.name}
          code={code}
          autoFocus={result !== null && !asked}
        />
        <TrustBrowser />
        {asked && <FinalQuestion text={t(QUESTIONS[asked])} />}
        <p className="admin-actions">
          <button type="submit" name="intent" value="check" className="button button-secondary">
            {t("access.check")}
            {named}
          </button>
          <button
            type="submit"
            name="intent"
            value="update"
            className="button button-secondary"
            disabled={!code.agreed}
          >
            {t("admin.update")}
            {named}
          </button>
          <button
            type="submit"
            name="intent"
            value="entries"
            className="button button-secondary"
            disabled={!code.agreed}
          >
            {t("admin.entries")}
            {named}
          </button>
          <button
            type="submit"
            name="intent"
            value="overview"
            className="button button-secondary"
            disabled={!code.agreed}
          >
            {t("admin.overview")}
            {named}
          </button>
          <button type="submit" name="intent" value="renew" className="button button-secondary" disabled={!code.agreed}>
            {t(asked === "renew" ? "admin.renewYes" : "admin.renew")}
            {named}
          </button>
          <button
            type="submit"
            name="intent"
            value="delete"
            data-failed={t("admin.deleteFailed")}
            data-asks="gone"
            data-asks-at={`/raffle/${raffle.codeId}`}
            className="button button-secondary"
            disabled={!code.agreed || raffle.hasEntries || deleting}
            title={raffle.hasEntries ? t("admin.hasEntries") : undefined}
          >
            {deleting ? t("admin.deleting") : t(asked === "delete" ? "admin.confirmYes" : "admin.delete")}
            {named}
          </button>
          <a className="button button-secondary" href={`/raffle/${raffle.codeId}`}>
            {t("admin.preview")}
            {named}
          </a>
        </p>
      </Form>
    </article>
  );
}
