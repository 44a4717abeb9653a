import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LAST_PAGE } from "#src/entries/limits.ts";
import { SelectField } from "../../forms/fields.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Fact } from "../../ui/fact.tsx";
import { ListSearch } from "../../ui/list-search/list-search.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import { RetentionLine } from "../../ui/retention-line.tsx";
import { Scene } from "../../ui/scene.tsx";
import { InPlay } from "../../ui/standing/in-play.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import type { EntryListData, ListedEntryView } from "./listed-entries.ts";
import "../../ui/standing/standing.css";
import "./list-frame.css";

type ListHeadProps = {
  readonly title: string;
  readonly list: EntryListData;
  readonly searchLabel: string;
  /** The views of the list, with what is searched and filtered for. */
  readonly views: readonly { readonly label: string; readonly href: string; readonly current: boolean }[];
  /** What can be done with the list. */
  readonly children: ReactNode;
  /** What else stands in the row of the filters. */
  readonly tools?: ReactNode;
};

// The length of the longest searched field.
const MAX_FRAGMENT_LENGTH = 300;

/** The head of both lists: what can be done, the raffle, the search, and the number of entries. */
export function ListHead({ title, list, searchLabel, views, children, tools }: ListHeadProps) {
  const { t } = useTranslation("desk");
  const { raffle, total, valid, drops, matches, moreMatches, fragment } = list;
  return (
    <div className="list-head stack-2">
      <div className="list-head-title stack-2">
        <PageHeading title={title} />
        <nav className="list-views" aria-label={t("lists.views")}>
          {views.map(({ label, href, current }) => (
            <a key={href} href={href} aria-current={current ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        {children && <div className="actions">{children}</div>}
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
        {t(raffle.ruleEffect.need === "optional" ? "lists.entries" : "lists.total", { count: total, total, valid })}
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
        <div>
          <dt>{t("lists.details")}</dt>
          <dd className="lines">{raffle.details}</dd>
        </div>
      </dl>
      <RetentionLine retention={list.retention} />
    </details>
  );
}

/** The lists' usual filters, one press each. */
function FilterLinks({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  return (
    <nav className="filter-links" aria-label={t("lists.filter.heading")}>
      {list.filters.links.map(({ label, href, current }) => (
        <a key={href} className="chip chip-quiet" href={href} aria-current={current ? "true" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}

/** All that a list can be narrowed and ordered by, in the form of its search. */
function FilterFields({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const { fields, open } = list.filters;
  return (
    <details className="filter" open={open || undefined}>
      <summary>{t("lists.filter.heading")}</summary>
      <div className="filter-fields">
        {fields.map(({ name, label, options, chosen }) => (
          <SelectField key={name} name={name} label={label} options={options} defaultValue={chosen} />
        ))}
      </div>
    </details>
  );
}

/** Links to the previous, next, first and last page of a list. */
export function ListPages({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const { next, previous, continued, moreMatches } = list;
  if (!next && !continued) return null;
  const to = (place: string) => `?${[list.filters.asked, place].filter(Boolean).join("&")}`;
  return (
    <nav className="actions" aria-label={t("lists.pages")}>
      {continued && <a href={to("")}>{t("lists.first")}</a>}
      {previous && (
        <a rel="prev" href={to(`before=${previous}`)}>
          {t("lists.previous")}
        </a>
      )}
      {next && (
        <a rel="next" href={to(`after=${next}`)}>
          {t("lists.next")}
        </a>
      )}
      {next && !moreMatches && <a href={to(`before=${LAST_PAGE}`)}>{t("lists.last")}</a>}
    </nav>
  );
}

/** Why a list is empty: no entries, no match, or all entries erased after their retention period. */
export function EmptyList({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const timestamp = useTimestamps();
  const { erased } = list.retention;
  const { codeId, open } = list.raffle;
  return (
    <div className="empty">
      <Scene name="drum" />
      <p>
        {erased && list.total === 0
          ? t("lists.erased", { count: erased.entries, date: timestamp(erased.at).date })
          : t("lists.empty")}
      </p>
      {list.total === 0 &&
        !erased &&
        (open ? <a href={`/poster/${codeId}`}>{t("overview.poster")}</a> : <p>{t("overview.nobodyJoined")}</p>)}
    </div>
  );
}

/** Whether an entry is valid, and else how many rules are not done, or that the draw has it all the same. */
export function Verdict({ entry }: { readonly entry: Pick<ListedEntryView, "valid" | "missing" | "isIn"> }) {
  const { t } = useTranslation("desk");
  const look = entry.valid ? "chip-open" : entry.isIn ? "chip-quiet" : "chip-closed";
  return (
    <strong className={`chip ${look}`}>
      {entry.valid ? t("lists.valid") : t("lists.invalid")}
      {entry.missing.length > 0 && (
        <small>{entry.isIn ? t("lists.isIn") : t("lists.missingCount", { count: entry.missing.length })}</small>
      )}
    </strong>
  );
}
