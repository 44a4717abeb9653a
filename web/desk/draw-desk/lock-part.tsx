import { useTranslation } from "react-i18next";
import { UNENTERED_DAYS } from "#src/raffles/limits.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { CheckTime } from "../../ui/check-time/check-time.tsx";
import { InPlay } from "../../ui/standing/in-play.tsx";
import type { DrawDeskView } from "./draw-desk-view.ts";

type LockPartProps = {
  readonly desk: DrawDeskView;
  readonly accessCode: string;
  readonly asked: boolean;
};

/** Between due date and lock: entries to check, and the button that locks, which asks first. */
export function LockPart({ desk, accessCode, asked }: LockPartProps) {
  const { t } = useTranslation("draws");
  const focus = useAnswerFocus<HTMLDivElement>(asked);
  const drawn = useTimestamps()(desk.drawAt);
  const { counts, short, checkTime } = desk;
  if (counts.inPlay === 0) return <NobodyPart desk={desk} accessCode={accessCode} />;
  return (
    <section className="form-section" aria-labelledby="check">
      <h2 id="check">{t("desk.check")}</h2>
      <p>
        <InPlay counts={counts} />
      </p>
      <CheckTime time={checkTime} />
      <p>
        <ButtonLink
          label={t("desk.checkEntries")}
          look={desk.next === "check" && !asked ? "primary" : "secondary"}
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
          <Submit label={t("desk.lock")} look={desk.next === "lock" ? "primary" : "secondary"} intent="ask" />
        )}
      </form>
    </section>
  );
}

type NobodyProps = Pick<LockPartProps, "desk" | "accessCode">;

/** Where nobody is in play there is nothing to lock: it says why, and what the organiser can do. */
function NobodyPart({ desk: { codeId, counts, published, erased }, accessCode }: NobodyProps) {
  const { t } = useTranslation(["draws", "accounts"]);
  return (
    <section className="form-section" aria-labelledby="check">
      <h2 id="check">{t("desk.nobody")}</h2>
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
        <ButtonLink label={t("accounts:profile.duplicate")} href={`/create-raffle?from=${codeId}&by=${accessCode}`} />
        {published && (
          <form method="post">
            <Submit label={t("desk.hide")} look="quiet" intent="hide" />
          </form>
        )}
      </div>
    </section>
  );
}

type ShortPrizeProps = { readonly prize: DrawDeskView["short"][number]; readonly inPlay: number };

/** Warns of a prize that has fewer candidates than winners, and offers to let everybody be in its draw. */
function ShortPrizePart({ prize, inPlay }: ShortPrizeProps) {
  const { t } = useTranslation("draws");
  const { id, name, numberOfWinners, candidates } = prize;
  return (
    <form method="post" className="notice notice-info" data-failed={t("desk.everybodyFailed")}>
      <p>{t("desk.short", { prize: name, winners: numberOfWinners, count: candidates })}</p>
      {candidates < inPlay && (
        <>
          <input type="hidden" name="prize" value={id} />
          <Submit label={t("desk.everybody", { count: inPlay })} look="secondary" intent="everybody" />
        </>
      )}
    </form>
  );
}
