import { useTranslation } from "react-i18next";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import type { DrawView } from "./draw-view.ts";
import { SeenBy } from "./seen-by.tsx";

/** The locked list in figures, and its files. */
export function LockDetails({ draw }: { readonly draw: DrawView }) {
  const { t } = useTranslation("draws");
  const { codeId } = draw;
  return (
    <>
      <h3>{t("result.lock")}</h3>
      <dl className="draw-facts">
        <TimestampLine label={t("result.lockedAt")} moment={draw.lockedAt} />
        <TimestampLine label={t("result.roundAt", { round: draw.round })} moment={draw.roundAt} />
      </dl>
      <SeenBy seenBy={draw.seenBy} />
      <p>{t(draw.mailed ? "result.lockMailed" : "result.lockPublic")}</p>
      <p className="draw-lock-hash" translate="no">
        {draw.lockHash}
      </p>
      <div className="actions">
        <a href={`/api/raffles/${codeId}/draw`} download={`draw-${codeId}.json`}>
          {t(draw.prizes ? "result.transcript" : "result.signedLock")}
        </a>
        <a href={`/api/raffles/${codeId}/draw/tickets`} download={`tickets-${codeId}.jsonl`}>
          {t("result.list")}
        </a>
        <a href="/verify">{t("result.otherWays")}</a>
        <a href="/locks">{t("result.allLocks")}</a>
      </div>
    </>
  );
}
