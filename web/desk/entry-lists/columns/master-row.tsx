import { useTranslation } from "react-i18next";
import { LISTED_FIELDS, type ListedField } from "#src/entries/fields.ts";
import { ChooseEntry } from "../bulk-ticks/bulk-ticks.tsx";
import type { ListedEntryView } from "../entry-list-view.ts";
import { Verdict } from "../rows/verdict.tsx";
import type { Column } from "./columns.ts";
import "./master-table.css";

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
export function MasterRow({ entry, codeId, number, chosen, columns }: RowProps) {
  const { t } = useTranslation("desk");
  return (
    <tr>
      <td>
        {number}
        {chosen !== null && (
          <ChooseEntry entryCode={entry.entryCode} name={`${entry.firstName} ${entry.lastName}`} chosen={chosen} />
        )}
      </td>
      <th scope="row">
        <a href={`/update-entry/${entry.entryCode}?raffle=${codeId}`}>
          {entry.lastName}, {entry.firstName}
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
