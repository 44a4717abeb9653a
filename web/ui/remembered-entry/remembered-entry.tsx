import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { rememberedEntries } from "../../inline/remembered-entries.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { ButtonLink } from "../buttons/buttons.tsx";
import "./remembered-entry.css";

type RememberedEntryProps = {
  readonly raffle: RaffleView;
  /** Whether an entry has just been erased: then the browser forgets it too. */
  readonly erased?: boolean;
  /** The script that fills it, on a page where React does not start. */
  readonly driver?: string;
};

/**
 * Says that somebody has joined from this browser, what their entries can win, and leads to them. The page is the same
 * for everybody: it is hidden until a script of the page finds what this browser remembers.
 */
export function RememberedEntry({ raffle, erased = false, driver }: RememberedEntryProps) {
  const { t } = useTranslation("raffles");
  const box = useRef<HTMLDivElement>(null);
  // Who has not joined fetches nothing for it.
  useEffect(() => {
    if (rememberedEntries(raffle.codeId).length === 0) return;
    import("./show-remembered.ts")
      .then(({ showRemembered }) => box.current && showRemembered(box.current, erased))
      .catch(() => undefined);
  }, [erased, raffle.codeId]);
  return (
    <div
      ref={box}
      id="remembered"
      className="notice remembered"
      data-remembered={raffle.codeId}
      data-driver={driver}
      hidden
    >
      <p role="status" data-part="gone" hidden>
        {t("remembered.erased")}
      </p>
      <p data-part="joined" tabIndex={-1}>
        <span data-part="one">{t("remembered.joined")}</span>
        <span data-part="several">{t("remembered.several")}</span> <b data-part="code" /> ·{" "}
        {raffle.open && <span data-while="open">{t("remembered.open", { moment: raffle.closes })}</span>}
        <span data-while="closed" hidden={raffle.open}>
          {t("remembered.closed")}
        </span>
      </p>
      <details data-part="fold">
        <summary data-part="unfold">{t("remembered.viewAll")}</summary>
        <ul className="stack-2" data-part="rows">
          <li className="stack-1" data-part="row" hidden>
            <b data-part="whose" hidden />
            <p role="status" data-part="line" hidden />
            <div className="actions">
              <ButtonLink label={t("remembered.view")} href={`/raffle-entry/${raffle.codeId}/`} data-part="view" />
              <button type="button" className="button button-quiet" data-part="forget">
                {t("remembered.forget")}
              </button>
            </div>
          </li>
        </ul>
      </details>
      <p className="hint" data-part="hint">
        {t("remembered.hint")}
      </p>
    </div>
  );
}
