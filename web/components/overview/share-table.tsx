import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatShare } from "#src/i18n/format.ts";
import { usePageTexts } from "../../page-texts.tsx";

type ShareTableProps = {
  readonly title: string;
  /** What the rows are. */
  readonly label: string;
  /** What is counted of them. */
  readonly counted: string;
  readonly rows: readonly { readonly id: string; readonly name: string; readonly entries: number }[];
  readonly total: number;
  /** Said where there are no rows. */
  readonly empty?: string;
};

/** A plot of bars that is a table: each row has its number, and its share of all entries in percent and as a bar. */
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
