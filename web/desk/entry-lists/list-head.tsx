import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Fact } from "../../ui/fact.tsx";
import { ListSearch } from "../../ui/list-search/list-search.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { RetentionLine } from "../../ui/retention-line.tsx";
import { InPlay } from "../../ui/standing/in-play.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import type { EntryListData } from "./entry-list-page.ts";
import { FilterFields, FilterLinks } from "./list-filter.tsx";
import "./entry-lists.css";

type ListHeadProps = {
  readonly title: string;
  readonly list: EntryListData;
  readonly searchLabel: string;
  /** What can be done with the list. */
  readonly children: ReactNode;
  /** What else stands in the row of the filters. */
  readonly tools?: ReactNode;
};

// The length of the longest searched field.
const MAX_FRAGMENT_LENGTH = 300;

/** The head of both lists: what can be done, the raffle, the search, and the number of entries. */
export function ListHead({ title, list, searchLabel, children, tools }: ListHeadProps) {
  const { t } = useTranslation("desk");
  const { raffle, total, valid, drops, matches, moreMatches, fragment } = list;
  return (
    <div className="list-head">
      <div className="list-head-title">
        <PageHeading title={title} />
        <div className="actions">{children}</div>
      </div>
      <ListSearch label={searchLabel} fragment={fragment} maxLength={MAX_FRAGMENT_LENGTH} button={t("lists.search")}>
        <FilterFields list={list} />
      </ListSearch>
      <div className="list-tools">
        <FilterLinks list={list} />
        {tools}
        <RaffleInformation list={list} />
      </div>
      <p role="status">
        {t("lists.total", { count: total, total, valid })}
        {raffle.ruleEffect.drops && <>. {t("lists.dropsInAll", { count: drops, drops })}</>}. <InPlay counts={list} />
        {(fragment.trim() !== "" || list.filters.narrows) && (
          <>. {moreMatches ? t("lists.matchesMany") : t("lists.matches", { count: matches })}</>
        )}
      </p>
    </div>
  );
}

/** The raffle itself, folded: its name and state stand at the top of every desk page. */
function RaffleInformation({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const { raffle } = list;
  return (
    <details className="filter">
      <summary>{t("lists.raffle")}</summary>
      <dl className="facts">
        <Fact label={t("lists.name")} value={raffle.name} />
        <Fact label={t("lists.codeId")} value={raffle.codeId} />
        <TimestampLine label={t("lists.dueDate")} moment={raffle.due} />
        <TimestampLine label={t("lists.drawDate")} moment={raffle.draw} />
        <div className="list-details">
          <dt>{t("lists.details")}</dt>
          <dd>{raffle.details}</dd>
        </div>
      </dl>
      <RetentionLine retention={list.retention} />
    </details>
  );
}
