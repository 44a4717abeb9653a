import { Trans, useTranslation } from "react-i18next";
import { UNENTERED_DAYS } from "#src/raffles/limits.ts";
import { TextField } from "../../forms/fields.tsx";
import { FormErrorsProvider } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ReloadAfter } from "../../page/reload-after.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { CheckTime } from "../../ui/check-time/check-time.tsx";
import { FormSection, Notice, PageHeading, RefusalNotice } from "../../ui/page-parts.tsx";
import { LockCard } from "../../ui/share-links/lock-card.tsx";
import { InPlay } from "../../ui/standing/in-play.tsx";
import type { Route } from "./+types/draw-desk.route.ts";
import { ShowPart } from "./show-part.tsx";
import "./draw-desk.css";

type View = Route.ComponentProps["loaderData"]["desk"];

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
  // During a show there is nothing to post: its audience is here.
  const isToPost = desk.lock && (desk.show ? desk.announced && desk.show.next === null : true);
  // What comes next stands above the show, and below it while the show does.
  const winners = desk.announced && (
    <div className="actions">
      {next === "report" && (
        <ButtonLink label={desk.nextText} look="primary" href={`/winners-report/${codeId}/${accessCode}`} />
      )}
      <ButtonLink
        label={t("desk.winners")}
        look={next === "claims" ? "primary" : undefined}
        href={`/winners/${codeId}/${accessCode}`}
      />
    </div>
  );
  return (
    <article
      className="stack-4"
      data-facts={[
        desk.lock && "locked",
        desk.show && "drawn",
        desk.announced && "announced",
        desk.show?.at === "over" && "over",
      ]
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
      {step === "collect" && (
        <div className="actions">
          <ButtonLink label={desk.nextText} look="primary" href={`/share-raffle/${codeId}/${accessCode}`} />
        </div>
      )}
      {step === "wait" && <WaitPart desk={desk} accessCode={accessCode} typed={typed} />}
      {desk.leftOut > 0 && <Notice kind="info">{t("desk.leftOut", { count: desk.leftOut })}</Notice>}
      {next !== "reveal" && winners}
      {desk.show && <ShowPart show={desk.show} codeId={codeId} isNext={next === "reveal"} />}
      {desk.announceBy && <AnnouncePart announceBy={desk.announceBy} sendsMail={desk.sendsMail} />}
      {next === "reveal" && winners}
      {desk.lock && !desk.show && <LockCard name={desk.name} lock={desk.lock} drawAt={desk.drawAt} />}
      <div className="actions">
        {desk.vouchers && <ButtonLink label={t("claims:voucher.check.heading")} href="/voucher" />}
        {isToPost && <ButtonLink label={t("desk.post")} href={`/share-raffle/${codeId}/${accessCode}`} />}
        <ButtonLink label={t("desk.publicPage")} href={`/raffle/${codeId}/draw`} />
      </div>
    </article>
  );
}

type OfDesk = { readonly desk: View; readonly accessCode: string };

/** Between due date and lock: entries to check, and the button that locks, which asks first. */
function LockPart({ desk, accessCode, asked }: OfDesk & { readonly asked: boolean }) {
  const { t } = useTranslation("draws");
  const focus = useAnswerFocus<HTMLDivElement>(asked);
  const drawn = useTimestamps()(desk.drawAt);
  const { counts, short, checkTime } = desk;
  if (counts.inPlay === 0) return <NobodyPart desk={desk} accessCode={accessCode} />;
  return (
    <FormSection title={t("desk.check")}>
      <p>
        <InPlay counts={counts} />
      </p>
      <CheckTime time={checkTime} />
      <p>
        <ButtonLink
          label={t("desk.checkEntries")}
          look={desk.next === "check" && !asked ? "primary" : undefined}
          href={`/check-entries/${desk.codeId}/${accessCode}`}
        />
      </p>
      {short.map((prize) => (
        <ShortPrizePart key={prize.id} prize={prize} inPlay={counts.inPlay} />
      ))}
      <form method="post" data-asks={asked ? "locked" : undefined}>
        {asked ? (
          <div className="notice" role="alert" {...focus}>
            <p>
              <InPlay counts={counts} />. {t("desk.question", drawn)}
            </p>
            <div className="actions">
              <Submit label={t("desk.lockYes")} look="primary" intent="lock" />
              <ButtonLink label={t("desk.lockNo")} look="quiet" href={`/draw-desk/${desk.codeId}/${accessCode}`} />
            </div>
          </div>
        ) : (
          <Submit label={t("desk.lock")} look={desk.next === "lock" ? "primary" : undefined} intent="ask" />
        )}
      </form>
    </FormSection>
  );
}

/** Where nobody is in play there is nothing to lock: it says why, and what the organiser can do. */
function NobodyPart({ desk: { codeId, counts, published, erased }, accessCode }: OfDesk) {
  const { t } = useTranslation(["draws", "desk"]);
  return (
    <FormSection title={t("desk.nobody")}>
      {counts.total > 0 ? (
        <p>
          <InPlay counts={counts} />. <a href={`/check-entries/${codeId}/${accessCode}`}>{t("desk.checkEntries")}</a>
        </p>
      ) : (
        <p className="hint">{erased ? t("desk.gone") : t("desk.ends", { days: UNENTERED_DAYS })}</p>
      )}
      <p className={published ? "hint" : undefined}>{t(published ? "desk.hideHint" : "desk.hidden")}</p>
      <div className="actions">
        <ButtonLink label={t("desk.moveDate")} look="primary" href={`/edit-raffle/${codeId}/${accessCode}`} />
        <ButtonLink label={t("desk:head.again")} href={`/create-raffle?from=${codeId}&by=${accessCode}`} />
        {published && (
          <form method="post">
            <Submit label={t("desk.hide")} look="quiet" intent="hide" />
          </form>
        )}
      </div>
    </FormSection>
  );
}

/** Warns of a prize that has fewer candidates than winners, and offers to let everybody be in its draw. */
function ShortPrizePart({ prize, inPlay }: { readonly prize: View["short"][number]; readonly inPlay: number }) {
  const { t } = useTranslation("draws");
  const { id, name, numberOfWinners, candidates } = prize;
  return (
    <form method="post" className="notice notice-info" data-failed={t("desk.everybodyFailed")}>
      <p>{t("desk.short", { prize: name, winners: numberOfWinners, count: candidates })}</p>
      {candidates < inPlay && (
        <>
          <input type="hidden" name="prize" value={id} />
          <Submit label={t("desk.everybody", { count: inPlay })} intent="everybody" />
        </>
      )}
    </form>
  );
}

/** More than a relay's JSON. */
const MAX_BEACON_LENGTH = 2000;

/** What was pasted and refused; null where nothing was. */
type Pasted = { readonly typed: string | null };

/** Between lock and draw. */
function WaitPart({ desk, accessCode, typed }: OfDesk & Pasted) {
  const { t } = useTranslation("draws");
  const drawn = useTimestamps()(desk.drawAt);
  const { lock, waitsUntil } = desk;
  const state = lock?.overdue ? "result.overdue" : waitsUntil ? "desk.waitForShow" : "desk.wait";
  return (
    <>
      <Notice kind="info">{t(state, { ...drawn, until: waitsUntil })}</Notice>
      {waitsUntil && (
        <div className="actions">
          <ButtonLink label={t("desk.practice")} look="primary" href={`/practice-draw/${desk.codeId}/${accessCode}`} />
        </div>
      )}
      {lock?.overdue && <PastePart relay={lock.relay} typed={typed} />}
    </>
  );
}

/** For a site that reaches no relay: the randomness proves itself, so that an organiser may bring it. */
function PastePart({ relay, typed }: Pasted & { readonly relay: string }) {
  const { t } = useTranslation("draws");
  return (
    <details open={typed !== null}>
      <summary>{t("desk.paste")}</summary>
      <p className="hint">
        <Trans
          t={t}
          i18nKey="desk.pasteHint"
          components={{
            relay: (
              <a href={relay} rel="noreferrer">
                {relay}
              </a>
            ),
          }}
        />
      </p>
      <form method="post" className="form" data-draft="beacon" data-asks="drawn">
        <FormErrorsProvider errors={{}}>
          <TextField
            name="beacon"
            label={t("desk.beacon")}
            rows={4}
            maxLength={MAX_BEACON_LENGTH}
            defaultValue={typed ?? ""}
            spellCheck={false}
          />
          <Submit label={t("desk.pasteDraw")} intent="draw" />
        </FormErrorsProvider>
      </form>
    </details>
  );
}

/** Winners who wait for the show: what that means, and the way to announce them without it. */
function AnnouncePart({ announceBy, sendsMail }: { readonly announceBy: Date; readonly sendsMail: boolean }) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("desk.announce")}>
      <p>{t("desk.announcing", timestamp(announceBy))}</p>
      <AskedButton
        summary={t("desk.announceNow")}
        ask={t(sendsMail ? "desk.announceNowAsk" : "desk.announceNowAskNoMail")}
        yes={t("desk.announceNowYes")}
        intent="announce"
        asks="announced"
      />
    </FormSection>
  );
}
