import { useTranslation } from "react-i18next";
import type { ChangeView } from "../../views/raffle-edit.ts";

type ChangeHistoryProps = { readonly changes: readonly ChangeView[]; readonly page: number; readonly more: boolean };

/** Who changed what, and when, the latest first. */
export function ChangeHistory({ changes, page, more }: ChangeHistoryProps) {
  const { t } = useTranslation("desk");
  return (
    <section className="change-history" aria-labelledby="history">
      <h2 id="history">{t("edit.history")}</h2>
      <p className="hint">{t("edit.historyLead")}</p>
      {changes.length === 0 && <p>{t("edit.noHistory")}</p>}
      <ol>
        {changes.map(({ id, at, actor, action, subject, before, after }) => (
          <li key={id}>
            <details>
              <summary>
                {t(`edit.actions.${action}`, { defaultValue: action })} · {subject} ·{" "}
                <time dateTime={at.iso}>
                  {at.date}, {at.time}
                </time>{" "}
                · {actor}
              </summary>
              {before && (
                <>
                  <h3>{t("edit.before")}</h3>
                  <pre>{before}</pre>
                </>
              )}
              {after && (
                <>
                  <h3>{t("edit.after")}</h3>
                  <pre>{after}</pre>
                </>
              )}
            </details>
          </li>
        ))}
      </ol>
      {(page > 1 || more) && (
        <nav className="actions" aria-label={t("edit.pages")}>
          {page > 1 && (
            <a className="button button-secondary" href={`?history=${page - 1}`}>
              {t("edit.newer")}
            </a>
          )}
          {more && (
            <a className="button button-secondary" href={`?history=${page + 1}`}>
              {t("edit.older")}
            </a>
          )}
        </nav>
      )}
    </section>
  );
}
