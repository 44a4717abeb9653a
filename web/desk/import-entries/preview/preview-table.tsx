import { useTranslation } from "react-i18next";
import type { ImportPreview } from "#src/entries/import/stored-preview.ts";
import { SideScroll } from "../../../ui/side-scroll.tsx";

/** The first lines of the file, cell by cell. */
export function PreviewTable({ preview }: { readonly preview: ImportPreview }) {
  const { t } = useTranslation("desk");
  const columns = preview.columns.map((name, index) => ({ place: index, name, number: index + 1 }));
  return (
    <SideScroll className="import-table" label={t("import.previewScroll")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("import.line")}</th>
            {columns.map(({ place, name, number }) => (
              <th key={place} scope="col">
                {name || t("import.column", { number })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map(({ line, cells }) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              {columns.map(({ place }) => (
                <td key={place}>{cells[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SideScroll>
  );
}
