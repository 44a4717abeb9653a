import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { EntryListData } from "../../views/entry-list-page.ts";
import { ListSearch } from "../list-search/list-search.tsx";
import { MomentLine } from "../moment-line/moment-line.tsx";
import { PageHeading } from "../page-heading.tsx";
import { RetentionLine } from "../retention-line.tsx";
import "./entry-lists.css";

type ListHeadProps = {
  readonly title: string;
  readonly list: EntryListData;
  readonly searchLabel: string;
  /** Links to the other screens of the desk. */
  readonly children: ReactNode;
};

// As long as the longest field that is searched.
const LONGEST_FRAGMENT = 300;

/** What both lists begin with: the raffle, the way to other screens, the search, and how many entries there are. */
export function ListHead({ title, list, searchLabel, children }: ListHeadProps) {
  const { t } = useTranslation("desk");
  const { raffle, total, valid, matches, moreMatches, fragment } = list;
  return (
    <>
      <PageHeading title={title} />
      <section className="form-section" aria-labelledby="raffle">
        <h2 id="raffle">{t("lists.raffle")}</h2>
        <dl className="list-raffle">
          <div>
            <dt>{t("lists.name")}</dt>
            <dd>{raffle.name}</dd>
          </div>
          <div>
            <dt>{t("lists.codeId")}</dt>
            <dd>{raffle.codeId}</dd>
          </div>
          <MomentLine label={t("lists.dueDate")} moment={raffle.due} />
          <MomentLine label={t("lists.drawDate")} moment={raffle.draw} />
          <div className="list-details">
            <dt>{t("lists.details")}</dt>
            <dd>{raffle.details}</dd>
          </div>
        </dl>
        <RetentionLine retention={list.retention} />
        <div className="actions">{children}</div>
      </section>
      <ListSearch label={searchLabel} fragment={fragment} maxLength={LONGEST_FRAGMENT} button={t("lists.search")} />
      <p role="status">
        {t("lists.total", { count: total, total, valid })}
        {fragment.trim() !== "" && (
          <>. {moreMatches ? t("lists.matchesMany") : t("lists.matches", { count: matches })}</>
        )}
      </p>
    </>
  );
}
