import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ReloadAfter } from "../../page/reload-after.tsx";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { RefusalNotice } from "../../ui/refusal-notice.tsx";
import type { Route } from "./+types/draw-desk.route.ts";
import { AnnouncePart } from "./announce-part.tsx";
import { LockCard } from "./lock-card.tsx";
import { LockPart } from "./lock-part.tsx";
import { PastePart } from "./paste-part.tsx";
import { SharePart } from "./share-part.tsx";
import { ShowPart } from "./show-part.tsx";
import "./draw-desk.css";

/** The organiser's control of a draw: what is to be done now, as one line of steps. */
export function DrawDesk({ loaderData, actionData: result, params }: Route.ComponentProps) {
  const { desk } = loaderData;
  const { accessCode } = params;
  const refusal = result?.refusal;
  const asked = result !== undefined && !refusal;
  const typed = refusal && result.intent === "draw" ? result.typed.beacon : null;
  const { t } = useTranslation(["draws", "claims", "messages"]);
  const timestamp = useTimestamps();
  const { codeId, step, next } = desk;
  const at = desk.steps.indexOf(step);
  // What comes next stands above the show, and below it while the show does.
  const winners = desk.announced && (
    <div className="actions">
      {next === "report" && (
        <ButtonLink label={desk.nextText} look="primary" href={`/winners-report/${codeId}/${accessCode}`} />
      )}
      <ButtonLink
        label={t("desk.winners")}
        look={next === "claims" ? "primary" : "secondary"}
        href={`/winners/${codeId}/${accessCode}`}
      />
    </div>
  );
  return (
    <article
      className="draw-desk"
      data-facts={[desk.lock && "locked", desk.show && "drawn", desk.announced && "announced"]
        .filter(Boolean)
        .join(" ")}
    >
      <ReloadAfter seconds={desk.reloadAfter} />
      <PageHeading title={t("desk.heading")} />
      <ol className="desk-steps">
        {desk.steps.map((name, index) => (
          <li key={name} aria-current={index === at ? "step" : undefined} data-done={index < at || undefined}>
            {t(`desk.step.${name}`)}
          </li>
        ))}
      </ol>
      {refusal && <RefusalNotice refusal={refusal} />}
      {step === "collect" && (
        <Notice kind="info">{t("desk.collect", { ...timestamp(desk.due), count: desk.counts.total })}</Notice>
      )}
      {(step === "check" || step === "nobody") && <LockPart desk={desk} accessCode={accessCode} asked={asked} />}
      {step === "wait" && (
        <Notice kind="info">
          {t(desk.lock?.overdue ? "result.overdue" : desk.waitsUntil ? "desk.waitForShow" : "desk.wait", {
            ...timestamp(desk.drawAt),
            until: desk.waitsUntil,
          })}
        </Notice>
      )}
      {step === "collect" && (
        <div className="actions">
          <ButtonLink label={desk.nextText} look="primary" href={`/share-raffle/${codeId}/${accessCode}`} />
        </div>
      )}
      {step === "wait" && desk.waitsUntil && (
        <div className="actions">
          <ButtonLink label={t("desk.practice")} look="primary" href={`/practice-draw/${codeId}/${accessCode}`} />
        </div>
      )}
      {step === "wait" && desk.lock?.overdue && <PastePart lock={desk.lock} typed={typed} />}
      {desk.leftOut > 0 && <Notice kind="info">{t("desk.leftOut", { count: desk.leftOut })}</Notice>}
      {next !== "reveal" && winners}
      {desk.show && <ShowPart show={desk.show} codeId={codeId} isNext={next === "reveal"} />}
      {desk.announceBy && <AnnouncePart announceBy={desk.announceBy} />}
      {next === "reveal" && winners}
      {desk.lock && desk.announced && (desk.show?.at === "ready" || desk.show?.at === "over") && (
        <SharePart codeId={codeId} name={desk.name} link={desk.lock.link} />
      )}
      {desk.lock && !desk.show && <LockCard name={desk.name} lock={desk.lock} drawAt={desk.drawAt} />}
      <div className="actions">
        {desk.show && <ButtonLink label={t("claims:voucher.check.heading")} href="/voucher" />}
        <ButtonLink label={t("desk.publicPage")} href={`/raffle/${codeId}/draw`} />
      </div>
    </article>
  );
}
