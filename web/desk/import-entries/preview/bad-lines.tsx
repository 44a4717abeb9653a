import { useTranslation } from "react-i18next";
import { isTick, type LineField, tickedRule } from "#src/entries/import/mapping.ts";
import type { ImportPreview } from "#src/entries/import/stored-preview.ts";
import { ButtonLink } from "../../../ui/buttons/buttons.tsx";

type BadLinesProps = { readonly preview: ImportPreview; readonly file: string };

/** The errors of the file, by line, and the file of these lines. */
export function BadLines({ preview, file }: BadLinesProps) {
  const { t } = useTranslation("desk");
  const { bad, moreBad: more, good } = preview;
  const nameOf = (field: LineField) =>
    isTick(field) ? t("import.ruleDone", { number: tickedRule(field) }) : t(`import.fields.${field}`);
  const number = (count: number) => ({ count, lines: count });
  return (
    <div className="notice notice-error">
      <h2>{t("import.bad", number(bad.length + more))}</h2>
      <p>{t("import.badHint")}</p>
      {good > 0 && <p>{t("import.badGood", number(good))}</p>}
      <ul className="import-bad">
        {bad.map(({ line, faults }) => (
          <li key={line}>
            <strong>{t("import.badLine", { line })}</strong>
            <ul>
              {faults.map(({ field, typed, messages }) => (
                <li key={field}>
                  {nameOf(field)}
                  {typed !== "" && <> “{typed}”</>}:{" "}
                  {messages.map(({ key, params }) => t(key, { ns: "messages", ...params })).join(" ")}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t("import.badMore", number(more))}</p>}
      <p className="actions">
        <ButtonLink label={t("import.downloadBad", number(bad.length + more))} href={file} download />
      </p>
    </div>
  );
}

/** Warns of phones that can hardly be called, by line. These lines are added with the others. */
export function DoubtfulLines({ preview }: Pick<BadLinesProps, "preview">) {
  const { t } = useTranslation("desk");
  const { doubtful = [], moreDoubtful: more = 0 } = preview;
  if (doubtful.length === 0) return null;
  const number = (count: number) => ({ count, lines: count });
  return (
    <div className="notice notice-info">
      <h2>{t("import.doubtful", number(doubtful.length + more))}</h2>
      <p>{t("import.doubtfulHint")}</p>
      <ul>
        {doubtful.map(({ line, phone }) => (
          <li key={line}>{t("import.doubtfulLine", { line, phone })}</li>
        ))}
      </ul>
      {more > 0 && <p>{t("import.badMore", number(more))}</p>}
    </div>
  );
}
