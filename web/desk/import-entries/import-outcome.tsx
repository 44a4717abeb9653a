import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { ImportPageData } from "./import-page.ts";

type ImportOutcomeProps = {
  readonly current: NonNullable<ImportPageData["current"]>;
  readonly screen: string;
  readonly drawList: string;
};

const LOOK_AGAIN_MS = 1000;

/** The progress of adding a file's entries, or its result. */
export function ImportOutcome({ current, screen, drawList }: ImportOutcomeProps) {
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
