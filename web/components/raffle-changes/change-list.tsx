import { useTranslation } from "react-i18next";
import type { ShownMoment } from "#src/i18n/format.ts";
import type { ChangedPart } from "../../views/changed-parts.ts";
import "./raffle-changes.css";

export type ShownChange = {
  readonly id: string;
  readonly at: ShownMoment;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** The raffle, where the list is of more than one. */
  readonly codeId?: string | null;
  readonly parts: readonly ChangedPart[];
};

/** Changes as the audit log has them: what, when, by whom, and what differs. */
export function ChangeList({ changes }: { readonly changes: readonly ShownChange[] }) {
  const { t } = useTranslation("desk");
  return (
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
            {change.codeId && (
              <>
                {" · "}
                <a href={`/raffle/${change.codeId}`}>{change.codeId}</a>
              </>
            )}
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
  );
}
