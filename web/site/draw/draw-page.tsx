import { useTranslation } from "react-i18next";
import { DrawChecks } from "../../draw-checks/draw-checks.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ReloadAfter } from "../../page/reload-after.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { InPlay } from "../../ui/standing/in-play.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import type { DrawView } from "./draw-view.ts";
import { PrizeResults } from "./prize-results.tsx";
import { WinnerWords } from "./winner-words.tsx";
import "./draw.css";

/** A locked raffle: the winners first, then how anybody can check them. */
export function DrawPage({ draw }: { readonly draw: DrawView }) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  const files = {
    transcript: `/api/raffles/${draw.codeId}/draw`,
    list: `/api/raffles/${draw.codeId}/draw/tickets`,
    raffle: draw.codeId,
    pinned: draw.pinned,
  };
  return (
    <article className="draw-page">
      <ReloadAfter seconds={draw.reloadAfter} />
      <PageHeading title={t("result.heading", { name: draw.name })} lead={t("result.lead")} />
      {draw.thanks !== "" && <p className="shop-thanks">{draw.thanks}</p>}
      {draw.prizes ? (
        <PrizeResults {...draw} prizes={draw.prizes} />
      ) : (
        <Notice kind="info">
          {t(draw.overdue ? "result.overdue" : draw.waitsUntil ? "result.waitingForShow" : "result.waiting", {
            ...timestamp(draw.roundAt),
            until: draw.waitsUntil,
          })}
        </Notice>
      )}
      {draw.words.length > 0 && <WinnerWords words={draw.words} codeId={draw.codeId} />}
      <section aria-labelledby="lock">
        <h2 id="lock">{t("result.lock")}</h2>
        <p>{t(draw.mailed ? "result.lockMailed" : "result.lockPublic")}</p>
        <p className="draw-lock-hash" translate="no">
          {draw.lockHash}
        </p>
        <dl className="draw-facts">
          <TimestampLine label={t("result.lockedAt")} moment={draw.lockedAt} />
          <TimestampLine label={t("result.roundAt", { round: draw.round })} moment={draw.roundAt} />
          <Fact label={t("result.tickets")} text={draw.tickets} />
          {draw.chances && <Fact label={t("result.chances")} text={draw.chances} />}
        </dl>
        {draw.counts && (
          <p>
            <InPlay counts={draw.counts} />
          </p>
        )}
        {draw.mailed && <p className="hint">{t("result.alarm")}</p>}
        <div className="actions">
          <a href={files.transcript} download={`draw-${draw.codeId}.json`}>
            {t(draw.prizes ? "result.transcript" : "result.signedLock")}
          </a>
          <a href={files.list} download={`tickets-${draw.codeId}.jsonl`}>
            {t("result.list")}
          </a>
          <a href="/verify">{t("result.otherWays")}</a>
          <a href="/locks">{t("result.allLocks")}</a>
        </div>
      </section>
      <DrawChecks files={files} />
      <p>
        <a href={`/raffle/${draw.codeId}`}>{t("result.toRaffle")}</a>
      </p>
    </article>
  );
}

function Fact({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="moment-line">
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}
