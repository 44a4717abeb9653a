import { useTranslation } from "react-i18next";
import type { Outlook } from "#src/draws/outlook.ts";
import type { RaffleView } from "../../../page/views/raffle-view.ts";
import { ButtonLink } from "../../../ui/buttons/buttons.tsx";

/** The ways of an open raffle. A script leads who has joined in this browser to their entry first. */
export function OpenActions({ codeId }: { readonly codeId: string }) {
  const { t } = useTranslation("raffles");
  const form = `/raffle-entry/${codeId}`;
  return (
    <div className="actions" data-while="open">
      <a className="button button-primary" href={form} data-join>
        {t("detail.join")}
      </a>
      <a className="button button-primary" href={form} data-mine="entry" hidden>
        {t("remembered.view")}
      </a>
      <a className="button button-quiet" href={form} data-mine hidden>
        {t("detail.join")}
      </a>
      <a className="button button-quiet" href={`/search-entry/${codeId}`}>
        {t("detail.search")}
      </a>
    </div>
  );
}

type ClosedActionsProps = {
  readonly raffle: Pick<RaffleView, "codeId" | "isKept" | "sendsMail">;
  readonly outlook: Outlook;
};

/**
 * The ways of a closed raffle: the two buttons that the specification disables, and what is of use instead. Nothing
 * else here leads to the search of an entry: the email's link and this browser's memory do.
 */
export function ClosedActions({ raffle, outlook }: ClosedActionsProps) {
  const { codeId, isKept, sendsMail } = raffle;
  const { t } = useTranslation("raffles");
  return (
    <>
      <div className="actions">
        {outlook === "drawn" && (
          <ButtonLink label={t("plan.drawn", { ns: "draws" })} look="primary" href={`/raffle/${codeId}/draw`} />
        )}
        {(["join", "search"] as const).map((action) => (
          <button key={action} type="button" className="button button-quiet" disabled>
            {t(`detail.${action}`)}
          </button>
        ))}
        {(outlook === "soon" || outlook === "announcing") && (
          <ButtonLink label={t("detail.seeDraw")} look="secondary" href={`/raffle/${codeId}/draw`} />
        )}
        <a className="button button-quiet" href="/raffle-list">
          {t("detail.others")}
        </a>
      </div>
      {outlook !== "empty" && isKept && (
        <p className="hint">{t(sendsMail ? "detail.ownEntry" : "detail.ownEntryHere")}</p>
      )}
    </>
  );
}
