import { useTranslation } from "react-i18next";
import type { ImportPageData } from "../../views/import-page.ts";
import type { RefusalView } from "../../views/refusal-view.ts";
import { Notice } from "../notice.tsx";
import { PageHeading } from "../page-heading.tsx";
import { ImportOutcome } from "./import-outcome.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { KeptFiles } from "./kept-files.tsx";
import { UploadForm } from "./upload-form.tsx";
import "./import-entries.css";

type ImportEntriesProps = {
  readonly page: ImportPageData;
  readonly accessCode: string;
  readonly result: { readonly refusal: RefusalView; readonly termsAgreed: boolean } | null;
};

/** The screen on which an organiser adds entries that came on paper: choose a file, look at it, add it. */
export function ImportEntries({ page, accessCode, result }: ImportEntriesProps) {
  const { t } = useTranslation("desk");
  const { raffle, current, preview, kept, gone } = page;
  const screen = `/import-entries/${raffle.codeId}/${accessCode}`;
  const drawList = `/draw-list/${raffle.codeId}/${accessCode}`;
  const refusal = result?.refusal ?? null;
  const asksForFile = raffle.open && (!current || (current.state !== "adding" && !preview));
  return (
    <>
      <PageHeading title={t("import.heading")} lead={t("import.lead", { name: raffle.name })} />
      <p className="actions">
        <a className="button" href={drawList}>
          {t("import.back")}
        </a>
      </p>
      {!raffle.open && <Notice kind="error">{t("messages:submissionClosed")}</Notice>}
      {gone && <Notice kind="info">{t("import.gone")}</Notice>}
      {current && <ImportOutcome current={current} screen={screen} drawList={drawList} />}
      {preview && current && (
        <ImportPreview
          key={current.id}
          fileName={current.fileName}
          preview={preview}
          sources={raffle.sources}
          refusal={refusal}
          termsAgreed={result?.termsAgreed ?? false}
        />
      )}
      {asksForFile && current?.state !== "added" && <UploadForm screen={screen} refusal={refusal} />}
      {current?.state !== "adding" && <KeptFiles kept={kept} screen={screen} />}
    </>
  );
}
