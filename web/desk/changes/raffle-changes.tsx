import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import { When } from "../../ui/when.tsx";
import "./raffle-changes.css";

type RaffleChangesProps = {
  readonly loaderData: { readonly changes: readonly ShownChange[]; readonly page: number; readonly more: boolean };
};

/** The audit log of one raffle or event: who changed what, and when. */
export function RaffleChanges({ loaderData: { changes, page, more } }: RaffleChangesProps) {
  const { t } = useTranslation("desk");
  return (
    <>
      <PageHeading title={t("changes.heading")} lead={t("changes.lead")} />
      {changes.length === 0 && <p>{t("changes.empty")}</p>}
      <ChangeList changes={changes} />
      <PageLinks
        page={page}
        more={more}
        words={{ label: t("changes.pages"), previous: t("changes.previous"), next: t("changes.next") }}
      />
    </>
  );
}

type ShownChange = {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** The raffle's code, in lists of several raffles. */
  readonly codeId?: string | null;
  readonly sentences: readonly string[];
  /** When the details were erased together with their entry. */
  readonly erasedAt: Date | null;
  /** The details belong to an entry, so only the raffle's organiser may see them. */
  readonly withheld?: boolean;
};

/** Changes from the audit log: what, when, by whom, and the differences in sentences. */
export function ChangeList({ changes }: { readonly changes: readonly ShownChange[] }) {
  const { t } = useTranslation("desk");
  const timestamp = useTimestamps();
  return (
    <ol className="raffle-changes stack-1">
      {changes.map((change) => (
        <li key={change.id}>
          <h2>
            {[t(`changes.actions.${change.action}`, { defaultValue: t("changes.fields.other") }), change.subject]
              .filter(Boolean)
              .join(" · ")}
          </h2>
          <p>
            <When at={change.at} />
            {" · "}
            {t(`changes.actors.${change.actor}`, { defaultValue: change.actor })}
            {change.codeId && (
              <>
                {" · "}
                <a href={`/raffle/${change.codeId}`}>{change.codeId}</a>
              </>
            )}
          </p>
          {change.erasedAt && <p className="hint">{t("changes.erased", timestamp(change.erasedAt))}</p>}
          {change.withheld && <p className="hint">{t("changes.withheld")}</p>}
          {change.sentences.length > 0 && (
            <ul>
              {change.sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
