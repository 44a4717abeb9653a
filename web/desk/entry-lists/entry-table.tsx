import { useTranslation } from "react-i18next";
import { LISTED_FIELDS, type ListedField } from "#src/entries/fields.ts";
import { Checkbox } from "../../forms/fields.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { SideScroll } from "../../ui/side-scroll.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { Verdict } from "../listed-entries/list-frame.tsx";
import type { EntryListData, ListedEntryView } from "../listed-entries/listed-entries.ts";
import { ChooseEntry } from "./chosen-entries.tsx";
import { COLUMNS_NAME } from "./entry-list-names.ts";
import type { Column, ColumnChoice } from "./entry-list-screen.ts";
import "./entry-table.css";

type EntryTableProps = {
  readonly list: EntryListData;
  readonly columns: ColumnChoice;
  readonly chosen: boolean | null;
};

/** The entries as one table, to compare. */
export function EntryTable({ list, columns, chosen }: EntryTableProps) {
  const { t } = useTranslation("desk");
  const shown = columns.filter((column) => column.shown).map(({ name }) => name);
  return (
    <SideScroll className="master-scroll box" label={t("lists.masterHeading")}>
      <table className="master-table">
        <TableHead labels={(["number", "fullName", ...shown] as const).map((column) => t(`lists.${column}`))} />
        <tbody>
          {list.entries.map((entry, index) => (
            <MasterRow
              key={entry.id}
              entry={entry}
              codeId={list.raffle.codeId}
              columns={shown}
              number={list.first === null ? null : list.first + index}
              chosen={chosen}
            />
          ))}
        </tbody>
      </table>
    </SideScroll>
  );
}

/** The files of the list, as it is searched and filtered. */
export function ExportLinks({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const file = (kind: "csv" | "xlsx", columns: string) =>
    [`/api/raffles/${list.raffle.codeId}/entries.${kind}`, [list.filters.asked, columns].filter(Boolean).join("&")]
      .filter(Boolean)
      .join("?");
  return (
    <>
      <ButtonLink label={t("lists.export")} look="primary" href={file("csv", "")} download />
      {list.fitsSheet ? (
        <ButtonLink label={t("lists.exportXlsx")} href={file("xlsx", "")} download />
      ) : (
        <p className="hint">{t("tooManyForXlsx", { ns: "messages" })}</p>
      )}
      <ButtonLink
        label={t("lists.exportAll")}
        look="quiet"
        href={file(list.fitsSheet ? "xlsx" : "csv", "columns=all")}
        download
      />
      {list.filters.asked !== "" && <p className="hint">{t("lists.exportNarrowed")}</p>}
    </>
  );
}

/** The fields below an entry's code and source, the ways to reach the person first. */
const DETAILS = [...new Set<ListedField>(["email", "phone", "address", ...LISTED_FIELDS])].filter(
  (name) => name !== "firstName" && name !== "lastName",
);

type RowProps = {
  readonly entry: ListedEntryView;
  readonly codeId: string;
  readonly number: number | null;
  /** Null where there is nothing to choose entries for. */
  readonly chosen: boolean | null;
  readonly columns: readonly Column[];
};

/** One entry in the master list. Its name leads to where it is corrected. */
function MasterRow({ entry, codeId, number, chosen, columns }: RowProps) {
  const { t } = useTranslation("desk");
  return (
    <tr>
      <td>
        {number}
        {chosen !== null && <ChooseEntry entry={entry} chosen={chosen} />}
      </td>
      <th scope="row">
        <a href={`/update-entry/${entry.entryCode}?raffle=${codeId}`}>
          {[entry.lastName, entry.firstName].filter(Boolean).join(", ")}
        </a>
      </th>
      {columns.map((column) => (
        <td key={column} className={`master-${column}`} data-label={t(`lists.${column}`)}>
          <Cell entry={entry} column={column} />
        </td>
      ))}
    </tr>
  );
}

function Cell({ entry, column }: { readonly entry: ListedEntryView; readonly column: Column }) {
  const { t } = useTranslation("desk");
  switch (column) {
    case "contactInfo":
      return (
        <div className="master-cell">
          <Lines texts={[entry.entryCode, entry.source, ...DETAILS.map((name) => entry[name])].filter(Boolean)} />
        </div>
      );
    case "wishlist": {
      const wishes = entry.wishes.map(({ prize, note }) => {
        const name = prize ?? t("lists.unknownPrize");
        return note === "" ? name : `${name} (${note})`;
      });
      return (
        <div className="master-cell">
          {wishes.length > 0 ? <Lines texts={wishes} /> : t("lists.noWishlist")}
          {entry.notes.map(({ prize, note }) => (
            <p key={prize} className="hint">
              {t("lists.noteOnly", { prize: prize ?? t("lists.unknownPrize"), note })}
            </p>
          ))}
        </div>
      );
    }
    case "checklist": {
      const rules = entry.rules.map((rule) => `✔ ${rule ?? t("lists.unknownRule")}`);
      if (rules.length === 0) return t("lists.noChecklist");
      return (
        <div className="master-cell">
          <Lines texts={rules} />
          {entry.missing.length > 0 && (
            <p className="hint">
              {t("lists.missing")}: {entry.missing.join(" · ")}
            </p>
          )}
        </div>
      );
    }
    case "validation":
      return (
        <>
          <Verdict entry={entry} />
          {entry.disqualified && <strong className="is-invalid is-disqualified">{t("lists.disqualified")}</strong>}
        </>
      );
    case "entered":
      return <time dateTime={entry.made.iso}>{entry.made.text}</time>;
    default:
      return entry[column];
  }
}

function Lines({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text} title={text}>
          {text}
        </li>
      ))}
    </ul>
  );
}

type ColumnChoiceProps = {
  readonly columns: ColumnChoice;
  readonly answered: boolean;
};

/** The columns to choose, folded away. A form of its own: what is searched and filtered for stays in the address. */
export function ColumnChoiceForm({ columns, answered }: ColumnChoiceProps) {
  const { t } = useTranslation("desk");
  // Whoever chose them goes on where they were.
  const focus = useAnswerFocus<HTMLDetailsElement>(answered);
  return (
    <details className="filter" {...(answered && focus)}>
      <summary>{t("lists.columns.heading")}</summary>
      <form method="post" className="filter-fields">
        {columns.map(({ name, shown }) => (
          <Checkbox key={name} name={COLUMNS_NAME} value={name} label={t(`lists.${name}`)} defaultChecked={shown} />
        ))}
        <Submit label={t("lists.columns.show")} intent={COLUMNS_NAME} />
      </form>
    </details>
  );
}
