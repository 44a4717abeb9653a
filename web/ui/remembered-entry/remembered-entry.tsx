import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { forgetEntry } from "../../inline/remembered-entry.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { ButtonLink } from "../buttons/buttons.tsx";
import { showRemembered } from "./show-remembered.ts";
import "./remembered-entry.css";

type RememberedEntryProps = {
  readonly raffle: RaffleView;
  /** Whether the entry has just been erased: then the browser forgets it too. */
  readonly erased?: boolean;
};

/**
 * Says that somebody has joined from this browser, what the entry can win, and leads to it. The page is the same for
 * everybody: it is hidden until a script of the page finds what this browser remembers.
 */
export function RememberedEntry({ raffle, erased = false }: RememberedEntryProps) {
  const { t } = useTranslation("raffles");
  const box = useRef<HTMLDivElement>(null);
  // Where React does not start, the page's own script does this.
  useEffect(() => {
    if (erased) forgetEntry(raffle.codeId);
    if (box.current) showRemembered(box.current);
  }, [erased, raffle.codeId]);
  return (
    <div ref={box} className="notice remembered" data-remembered={raffle.codeId} hidden>
      <p>
        {t("remembered.joined")} <b data-part="code" /> ·{" "}
        {raffle.open && <span data-while="open">{t("remembered.open", { moment: raffle.closes })}</span>}
        <span data-while="closed" hidden={raffle.open}>
          {t("remembered.closed")}
        </span>
      </p>
      <p role="status" data-erased={t("remembered.erased")} hidden />
      <div className="actions">
        <ButtonLink label={t("remembered.view")} href={`/raffle-entry/${raffle.codeId}/`} data-part="view" />
        <button type="button" className="button button-quiet" data-part="forget">
          {t("remembered.forget")}
        </button>
      </div>
      <p className="hint">{t("remembered.hint")}</p>
    </div>
  );
}
