import { useTranslation } from "react-i18next";
import type { ShownMoment } from "#src/i18n/format.ts";
import type { ChangedPart } from "../../views/changed-parts.ts";
import { PageHeading } from "../page-heading.tsx";
import "./raffle-changes.css";

type ShownChange = {
  readonly id: string;
  readonly at: ShownMoment;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly parts: readonly ChangedPart[];
};

type RaffleChangesProps = { readonly changes: readonly ShownChange[]; readonly page: number; readonly more: boolean };

/** Who changed what of a raffle and when, as the audit log has it. */
export function RaffleChanges({ changes, page, more }: RaffleChangesProps) {
  const { t } = useTranslation("desk");
  return (
    <>
      <PageHeading title={t("changes.heading")} lead={t("changes.lead")} />
      {changes.length === 0 && <p>{t("changes.empty")}</p>}
      <ol className="raffle-changes">
        {changes.map((change) => (
          <li key={change.id} className="form-section">
            <h2>
              {t(`changes.actions.${change.action}`, { defaultValue: change.action })} · {change.subject}
            </h2>
            <p>
              <time dateTime={change.at.iso}>
                {change.at.date}, {change.at.time}
              </time>
              {" · "}
              {change.actor}
            </p>
            {change.parts.length > 0 && (
              <dl>
                {change.parts.map((part) => (
                  <div key={part.name}>
                    <dt>{part.name}</dt>
                    <dd>
                      {t("changes.before")}: {part.before ?? t("changes.nothing")}
                    </dd>
                    <dd>
                      {t("changes.after")}: {part.after ?? t("changes.nothing")}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
      {(page > 1 || more) && (
        <nav className="actions" aria-label={t("changes.pages")}>
          {page > 1 && (
            <a rel="prev" href={`?page=${page - 1}`}>
              {t("changes.previous")}
            </a>
          )}
          {more && (
            <a rel="next" href={`?page=${page + 1}`}>
              {t("changes.next")}
            </a>
          )}
        </nav>
      )}
    </>
  );
}
