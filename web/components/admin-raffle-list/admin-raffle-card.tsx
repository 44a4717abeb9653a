import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminResult } from "../../views/admin-raffle-form.ts";
import type { AdminRaffleView } from "../../views/admin-raffle-view.ts";
import { CodeTicket } from "../code-ticket/code-ticket.tsx";
import { MomentLine } from "../moment-line/moment-line.tsx";
import { Notice } from "../notice.tsx";
import { RaffleBanner } from "../raffle-banner.tsx";
import "../raffle-list/raffle-card.css";
import { AccessCodeField } from "./access-code-field.tsx";
import "./admin-raffle-card.css";
import { useAccessCode } from "./use-access-code.ts";

type AdminRaffleCardProps = { readonly raffle: AdminRaffleView; readonly result: AdminResult | null };

/** A raffle with what its organiser can do: all of it is a form, whose buttons wake up once the server agreed. */
export function AdminRaffleCard({ raffle, result }: AdminRaffleCardProps) {
  const { t } = useTranslation(["desk", "raffles", "messages"]);
  const [deleting, setDeleting] = useState(false);
  const code = useAccessCode(raffle.codeId, {
    typed: result?.typed ?? "",
    agreed: result?.done === "agreed" || result?.done === "asked" || result?.done === "renewed",
    fault: result?.refusal?.summary[0] ?? null,
  });
  const asked = result?.done === "asked";

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent;
    if (!(submitter instanceof HTMLButtonElement) || submitter.value !== "delete") return;
    const confirmed = event.currentTarget.elements.namedItem("confirmed") as HTMLInputElement;
    if (!asked && !confirm(t("admin.confirm"))) return event.preventDefault();
    confirmed.value = "yes";
    // After the browser has read the form: a disabled button would not be sent.
    setTimeout(() => setDeleting(true));
  }

  const named = <span className="visually-hidden"> {raffle.name}</span>;
  return (
    <article className="ticket raffle-card admin-raffle-card">
      <RaffleBanner codeId={raffle.codeId} name={raffle.name} decorative />
      <div className="ticket-body">
        <p className={raffle.open ? "chip chip-open" : "chip chip-closed"}>
          {raffle.open ? t("list.open", { ns: "raffles" }) : t("list.closed", { ns: "raffles" })}
        </p>
        <h2>{raffle.name}</h2>
        <p className="raffle-card-details">{raffle.details}</p>
        <dl>
          <MomentLine label={t("list.dueDate", { ns: "raffles" })} moment={raffle.due} />
          <MomentLine label={t("list.drawDate", { ns: "raffles" })} moment={raffle.draw} />
          <div>
            <dt>{t("admin.status")}</dt>
            <dd>{t(`status.${raffle.status}`, { ns: "raffles" })}</dd>
          </div>
        </dl>
      </div>
      <form method="post" className="ticket-stub" onSubmit={submit}>
        <input type="hidden" name="raffle" value={raffle.codeId} />
        <input type="hidden" name="confirmed" defaultValue={asked ? "yes" : ""} />
        {result?.intent === "delete" && result.refusal && <Notice kind="error">{t("admin.deleteFailed")}</Notice>}
        {result?.accessCode && (
          <>
            <Notice kind="success">{t("admin.renewed")}</Notice>
            <CodeTicket label={t("admin.newCode")} code={result.accessCode} />
          </>
        )}
        <AccessCodeField
          id={`access-${raffle.codeId}`}
          raffleName={raffle.name}
          code={code}
          autoFocus={result !== null && !asked}
        />
        {asked && <Notice kind="info">{t("admin.confirm")}</Notice>}
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
            {t("admin.renew")}
            {named}
          </button>
          <button
            type="submit"
            name="intent"
            value="delete"
            className="button button-secondary"
            disabled={!code.agreed || raffle.hasEntries || deleting}
            title={raffle.hasEntries ? t("admin.hasEntries") : undefined}
          >
            {deleting ? t("admin.deleting") : t(asked ? "admin.confirmYes" : "admin.delete")}
            {named}
          </button>
          <a className="button button-secondary" href={`/raffle/${raffle.codeId}`}>
            {t("admin.preview")}
            {named}
          </a>
        </p>
      </form>
    </article>
  );
}
