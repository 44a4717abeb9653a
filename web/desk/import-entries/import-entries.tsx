import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation, useRevalidator } from "react-router";
import { FileField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/import-entries.route.ts";
import { ImportPreview } from "./import-preview.tsx";
import "./import-entries.css";

type Page = Route.ComponentProps["loaderData"];

/** The screen on which an organiser adds entries that came on paper: choose a file, check it, add it. */
export function ImportEntries({ loaderData: page, actionData: result, params }: Route.ComponentProps) {
  const { accessCode } = params;
  const { t } = useTranslation("desk");
  const { raffle, current, preview, stored, gone } = page;
  const screen = `/import-entries/${raffle.codeId}/${accessCode}`;
  const drawList = `/draw-list/${raffle.codeId}/${accessCode}`;
  const restFile = (id: string) => `/import-rest/${raffle.codeId}/${accessCode}?file=${id}`;
  const template = `/import-template/${raffle.codeId}/${accessCode}`;
  const leftWaits = stored.some(({ id }) => id === current?.leftId);
  const refusal = result?.refusal ?? null;
  const asksForFile = raffle.open && (!current || (current.state !== "adding" && !preview));
  return (
    <>
      <PageHeading title={t("import.heading")} lead={t("import.lead", { name: raffle.name })} />
      {!raffle.open && <Notice kind="error">{t("submissionClosed", { ns: "messages" })}</Notice>}
      {raffle.open && <p className="hint">{t(`typedMail.${page.typedMail.who}`, { most: page.typedMail.most })}</p>}
      {gone && <Notice kind="info">{t("import.gone")}</Notice>}
      {current && <ImportOutcome current={current} screen={screen} drawList={drawList} />}
      {current?.leftId && leftWaits && (
        <LinesLeft
          count={current.linesLeft}
          file={restFile(current.leftId)}
          look={`${screen}?file=${current.leftId}`}
        />
      )}
      {preview && current && (
        <ImportPreview
          key={current.id}
          file={current}
          restFile={restFile(current.id)}
          preview={preview}
          raffle={raffle}
          result={result}
        />
      )}
      {asksForFile && current?.state !== "added" && (
        <UploadForm screen={screen} template={template} refusal={refusal} />
      )}
      {current?.state !== "adding" && <StoredFiles stored={stored} screen={screen} />}
    </>
  );
}

type UploadFormProps = {
  readonly screen: string;
  /** Where an empty list can be downloaded. */
  readonly template: string;
  readonly refusal: RefusalView | null;
};

function UploadForm({ screen, template, refusal }: UploadFormProps) {
  const { t } = useTranslation("desk");
  const submitting = useNavigation().state !== "idle";
  return (
    <RefusableForm action={screen} encType="multipart/form-data" heading={t("import.failed")} refusal={refusal}>
      <FormSection title={t("import.choose")}>
        <FileField
          name="csv"
          label={t("import.file")}
          hint={t("import.fileHint")}
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
        />
        <p>
          <a href={template} download>
            {t("import.template")}
          </a>{" "}
          <span className="hint">{t("import.templateHint")}</span>
        </p>
      </FormSection>
      <input type="hidden" name="intent" value="upload" />
      <Submit label={t(submitting ? "import.uploading" : "import.upload")} look="primary" busy={submitting} />
    </RefusableForm>
  );
}

/** Links back to uploaded files whose entries were not added yet. */
function StoredFiles({ stored, screen }: { readonly stored: Page["stored"]; readonly screen: string }) {
  const { t } = useTranslation("desk");
  if (stored.length === 0) return null;
  return (
    <section className="form-section import-files" aria-labelledby="stored">
      <h2 id="stored">{t("import.unfinished")}</h2>
      <p className="hint">{t("import.unfinishedHint")}</p>
      <ul className="import-stored">
        {stored.map(({ id, fileName, state }) => (
          <li key={id}>
            <a href={`${screen}?file=${id}`}>{t("import.continue", { file: fileName })}</a>{" "}
            <span className="chip chip-quiet">{t(`import.states.${state}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ImportOutcomeProps = {
  readonly current: NonNullable<Page["current"]>;
  readonly screen: string;
  readonly drawList: string;
};

const LOOK_AGAIN_MS = 1000;

/** The progress of adding a file's entries, or its result. */
function ImportOutcome({ current, screen, drawList }: ImportOutcomeProps) {
  const { t } = useTranslation("desk");
  const { state, linesTotal, error } = current;
  if (state === "adding") return <Adding current={current} screen={screen} />;
  if (state === "interrupted") return <Notice kind="error">{t("import.interrupted")}</Notice>;
  if (state === "failed" && error !== null) return <Notice kind="error">{t(error, { ns: "messages" })}</Notice>;
  if (state !== "added") return null;
  return (
    <>
      <Notice kind="success">{t("import.added", { count: linesTotal, entries: linesTotal })}</Notice>
      <p className="actions">
        <ButtonLink label={t("import.see")} look="primary" href={drawList} />
        <ButtonLink label={t("import.another")} href={screen} />
      </p>
    </>
  );
}

function Adding({ current, screen }: Pick<ImportOutcomeProps, "current" | "screen">) {
  const { t } = useTranslation("desk");
  const { revalidate, state } = useRevalidator();
  const { id, linesDone, linesTotal } = current;
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  const progress = { done: linesDone, total: linesTotal };
  return (
    <section className="form-section import-files import-adding">
      <label htmlFor="adding">{t("import.adding", progress)}</label>
      <progress id="adding" value={linesDone} max={linesTotal} />
      <p className="hint">{t("import.addingHint")}</p>
      <p className="actions">
        <ButtonLink label={t("import.refresh")} href={`${screen}?file=${id}`} />
      </p>
    </section>
  );
}

/** What is left of a file whose good lines were added. */
function LinesLeft({ count, file, look }: { readonly count: number; readonly file: string; readonly look: string }) {
  const { t } = useTranslation("desk");
  const number = { count, lines: count };
  return (
    <section className="notice notice-info" aria-labelledby="left">
      <h2 id="left">{t("import.left", number)}</h2>
      <p>{t("import.leftHint")}</p>
      <p className="actions">
        <ButtonLink label={t("import.downloadBad", number)} href={file} download />
        <ButtonLink label={t("import.leftLook")} href={look} />
      </p>
    </section>
  );
}
