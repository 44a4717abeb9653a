import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { Route } from "./+types/import-entries.route.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { LinesLeft } from "./lines-left.tsx";
import { ImportPreview } from "./preview/import-preview.tsx";
import { StoredFiles } from "./stored-files.tsx";
import { UploadForm } from "./upload-form.tsx";
import "./import-entries.css";

/** The screen on which an organiser adds entries that came on paper: choose a file, check it, add it. */
export function ImportEntries({ loaderData: page, actionData: result, params }: Route.ComponentProps) {
  const { accessCode } = params;
  const { t } = useTranslation("desk");
  const { raffle, current, preview, kept, gone } = page;
  const screen = `/import-entries/${raffle.codeId}/${accessCode}`;
  const drawList = `/draw-list/${raffle.codeId}/${accessCode}`;
  const restFile = (id: string) => `/import-rest/${raffle.codeId}/${accessCode}?file=${id}`;
  const template = `/import-template/${raffle.codeId}/${accessCode}`;
  const leftWaits = kept.some(({ id }) => id === current?.leftId);
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
          id={current.id}
          fileName={current.fileName}
          restFile={restFile(current.id)}
          preview={preview}
          sources={raffle.sources}
          rules={raffle.rules}
          refusal={refusal}
          termsAgreed={result?.typed.termsAgreed ?? false}
          refusedIntent={result?.intent ?? null}
        />
      )}
      {asksForFile && current?.state !== "added" && (
        <UploadForm screen={screen} template={template} refusal={refusal} />
      )}
      {current?.state !== "adding" && <StoredFiles kept={kept} screen={screen} />}
    </>
  );
}
