import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatShare } from "#src/i18n/numbers.ts";
import { usePageTexts } from "../../page/page-texts.tsx";

type ShareTableProps = {
  readonly title: string;
  /** The table's heading for its rows. */
  readonly label: string;
  /** The unit that is counted. */
  readonly counted: string;
  readonly rows: readonly { readonly id: string; readonly name: string; readonly entries: number }[];
  readonly total: number;
  /** The text for a table without rows. */
  readonly empty?: string;
};

/** A bar chart built as a table. Each row has its count, and its share of all entries as percent and bar. */
export function ShareTable({ title, label, counted, rows, total, empty }: ShareTableProps) {
  const { t } = useTranslation("desk");
  const { language } = usePageTexts();
  const heading = useId();
  return (
    <section className="form-section" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <table className="share-table">
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{label}</th>
              <th scope="col">{counted}</th>
              <th scope="col">{t("overview.share")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, entries }) => (
              <tr key={id}>
                <th scope="row">
                  <span>{name}</span>
                  <span className="share-bar" aria-hidden="true">
                    <i style={{ inlineSize: `${total === 0 ? 0 : Math.min(100, (100 * entries) / total)}%` }} />
                  </span>
                </th>
                <td>{formatCount(entries, language)}</td>
                <td>{formatShare(entries, total, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
