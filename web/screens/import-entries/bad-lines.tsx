import { useTranslation } from "react-i18next";
import type { BadLine } from "#src/entries/import/check-lines.ts";

type BadLinesProps = { readonly bad: readonly BadLine[]; readonly more: number };

/** The errors of the file, by line. */
export function BadLines({ bad, more }: BadLinesProps) {
  const { t } = useTranslation("desk");
  const number = (count: number) => ({ count, lines: count });
  return (
    <div className="notice notice-error">
      <h2>{t("import.bad", number(bad.length + more))}</h2>
      <p>{t("import.badHint")}</p>
      <ul className="import-bad">
        {bad.map(({ line, faults }) => (
          <li key={line}>
            <strong>{t("import.badLine", { line })}</strong>
            <ul>
              {faults.map(({ field, typed, messages }) => (
                <li key={field}>
                  {t(`import.fields.${field}`)}
                  {typed !== "" && <> “{typed}”</>}:{" "}
                  {messages.map(({ key, params }) => t(`messages:${key}`, { ...params })).join(" ")}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t("import.badMore", number(more))}</p>}
    </div>
  );
}
