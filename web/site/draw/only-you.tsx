import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/page-parts.tsx";
import type { DrawView } from "./draw-view.ts";

/** The one thing that no device can check alone: whether these were the words of the list before the draw. */
export function OnlyYou({ draw: { sixWords, mailed, prizes } }: { readonly draw: DrawView }) {
  const { t } = useTranslation("draws");
  const heading = useId();
  return (
    <section className="only-you" aria-labelledby={heading} data-words={sixWords}>
      <h3 id={heading}>{t("result.onlyYou")}</h3>
      <p>{t(prizes ? (mailed ? "result.compareMailed" : "result.comparePublic") : "result.keepWords")}</p>
      <p className="six-words" translate="no" lang="en">
        {sixWords}
      </p>
      {prizes && (
        <div className="actions needs-script">
          <button type="button" className="button" data-same>
            {t("result.sameWords")}
          </button>
          <button type="button" className="button button-quiet" data-other>
            {t("result.otherWords")}
          </button>
        </div>
      )}
      <div hidden data-other-words>
        <Notice kind="error">{t("result.otherWordsToDo")}</Notice>
      </div>
      <p className="hint">{t("result.sixWords")}</p>
      {mailed && <p className="hint">{t("result.alarm")}</p>}
    </section>
  );
}
