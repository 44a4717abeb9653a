import { useTranslation } from "react-i18next";
import type { ImportPageData } from "./import-page.ts";

type StoredFilesProps = { readonly kept: ImportPageData["kept"]; readonly screen: string };

/** Links back to uploaded files whose entries were not added yet. */
export function StoredFiles({ kept, screen }: StoredFilesProps) {
  const { t } = useTranslation("desk");
  if (kept.length === 0) return null;
  return (
    <section className="form-section import-files" aria-labelledby="kept">
      <h2 id="kept">{t("import.kept")}</h2>
      <p className="hint">{t("import.keptHint")}</p>
      <ul className="import-kept">
        {kept.map(({ id, fileName, state }) => (
          <li key={id}>
            <a href={`${screen}?file=${id}`}>{t("import.continue", { file: fileName })}</a>{" "}
            <span className="chip chip-quiet">{t(`import.states.${state}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
