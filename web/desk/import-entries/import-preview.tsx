import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import {
  IMPORT_FIELDS,
  type ImportField,
  isReachable,
  isTick,
  type LineField,
  requiredFields,
  tickedRule,
  unchosenFields,
} from "#src/entries/import/mapping.ts";
import { Checkbox, CheckboxField, SelectField } from "../../forms/fields.tsx";
import { fieldId, RefusableForm } from "../../forms/form.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, useSentences } from "../../ui/page-parts.tsx";
import { SideScroll } from "../../ui/side-scroll.tsx";
import type { Route } from "./+types/import-entries.route.ts";

type Page = Route.ComponentProps["loaderData"];
type Preview = NonNullable<Page["preview"]>;
type Rules = Page["raffle"]["rules"];

export function columnField(field: ImportField): string {
  return `columns.${field}`;
}

export function tickField(ruleId: string): string {
  return `rules.${ruleId}`;
}

type ImportPreviewProps = {
  readonly file: NonNullable<Page["current"]>;
  /** Where the wrong lines can be downloaded. */
  readonly restFile: string;
  readonly preview: Preview;
  readonly raffle: Page["raffle"];
  readonly result: Route.ComponentProps["actionData"];
};

/** The second step: the file's content, its column mapping, its errors, and the button that adds all entries. */
export function ImportPreview({ file, restFile, preview, raffle, result }: ImportPreviewProps) {
  const { sources, rules } = raffle;
  const { t } = useTranslation("desk");
  const submitting = useNavigation().state !== "idle";
  const { entries, mapping, good } = preview;
  const bad = preview.bad.length + preview.moreBad;
  const count = { count: entries, entries, lines: entries };
  const options = sources.map((source) => ({ value: source, label: source }));

  function nameOf(field: string): string | null {
    const column = IMPORT_FIELDS.find((each) => field === `columns.${each}`);
    return column === undefined ? null : t(`import.fields.${column}`);
  }

  return (
    <RefusableForm draft={`import:${file.id}`} heading={t("import.failed")} refusal={result?.refusal} nameOf={nameOf}>
      <FormSection title={file.fileName} hint={t("import.previewLines", count)}>
        <PreviewTable preview={preview} />
        <input type="hidden" name="linesAbove" value={mapping.linesAbove ?? 0} />
        <Checkbox
          name="header"
          defaultChecked={mapping.header}
          label={mapping.linesAbove ? t("import.headerAt", { line: preview.headerLine }) : t("import.header")}
        />
      </FormSection>
      <ColumnFields preview={preview} rules={rules} />
      <section id={fieldId("lines")} tabIndex={-1} className="import-lines">
        <UnchosenColumns columns={mapping.columns} />
        {preview.bad.length > 0 && <BadLines preview={preview} file={restFile} />}
        {good > 0 && bad === 0 && (
          <div className="notice notice-success" data-sent="">
            <p>{t("import.fine", count)}</p>
          </div>
        )}
      </section>
      <DoubtfulLines preview={preview} />
      <FormSection title={t("import.consent")}>
        <SelectField
          name="source"
          label={t("import.source")}
          hint={t("import.sourceHint")}
          options={[{ value: "", label: t("update.selectSource") }, ...options]}
          defaultValue={mapping.source}
        />
        {rules.some(({ id }) => mapping.rules?.[id] === undefined) && (
          <Checkbox name="everyRule" defaultChecked={mapping.everyRule === true} label={t("import.everyRule")} />
        )}
        <CheckboxField name="terms" defaultChecked={result?.typed.termsAgreed ?? false} label={t("import.terms")} />
      </FormSection>
      <input type="hidden" name="good" value={good} />
      <div className="actions">
        <Submit label={t("import.check")} intent="check" disabled={submitting} />
        {good > 0 && (
          <Submit
            label={t(bad === 0 ? "import.add" : "import.addGood", { count: good, entries: good, lines: good })}
            look="primary"
            intent="add"
            // The form repeats what was asked for with a puzzle's solution.
            data-resend={result?.intent === "add" || undefined}
            disabled={submitting}
          />
        )}
        <Submit label={t("import.discard")} look="quiet" intent="discard" disabled={submitting} />
      </div>
    </RefusableForm>
  );
}

/** The first lines of the file, cell by cell. */
function PreviewTable({ preview }: { readonly preview: Preview }) {
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

/** Selects that map the file's columns to the fields of an entry, and to the ticks of its rules. */
function ColumnFields({ preview, rules }: { readonly preview: Preview; readonly rules: Rules }) {
  const { t } = useTranslation("desk");
  const columns = preview.columns.map((name, index) => ({
    value: String(index),
    label: t(name === "" ? "import.column" : "import.columnNamed", { number: index + 1, name }),
  }));
  const required = requiredFields(preview.mapping.columns);
  return (
    <FormSection title={t("import.columns")}>
      <div className="form-columns">
        {IMPORT_FIELDS.map((field) => {
          const none = t(required.includes(field) ? "import.chooseColumn" : "import.none");
          return (
            <SelectField
              key={field}
              name={columnField(field)}
              label={t(`import.fields.${field}`)}
              hint={field === "fullName" ? t("import.fullNameHint") : undefined}
              options={[{ value: "", label: none }, ...columns]}
              defaultValue={String(preview.mapping.columns[field] ?? "")}
            />
          );
        })}
        {rules.map(({ id, number, details }) => (
          <SelectField
            key={id}
            name={tickField(id)}
            label={t("import.ruleDone", { number })}
            hint={details}
            options={[{ value: "", label: t("import.none") }, ...columns]}
            defaultValue={String(preview.mapping.rules?.[id] ?? "")}
          />
        ))}
      </div>
    </FormSection>
  );
}

/** The columns without which no line can be checked. */
function UnchosenColumns({ columns }: Pick<Preview["mapping"], "columns">) {
  const { t } = useTranslation("desk");
  const names = unchosenFields(columns).map((field) => t(`import.fields.${field}`));
  if (!isReachable(columns)) names.push(t("import.phoneOrEmail"));
  if (names.length === 0) return null;
  return (
    <div className="notice notice-info">
      <h2>{t("import.unchosen")}</h2>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

type BadLinesProps = { readonly preview: Preview; readonly file: string };

/** The errors of the file, by line, and the file of these lines. */
function BadLines({ preview, file }: BadLinesProps) {
  const { t } = useTranslation("desk");
  const sentences = useSentences();
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
                  {typed !== "" && <> “{typed}”</>}: {sentences(messages)}
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
function DoubtfulLines({ preview }: Pick<BadLinesProps, "preview">) {
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
