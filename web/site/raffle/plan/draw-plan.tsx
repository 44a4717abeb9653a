import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../../page/page-texts.tsx";
import type { RaffleView } from "../../../page/views/raffle-view.ts";
import { useAnnouncement } from "../../../ui/announcement/announcement.ts";
import { ButtonLink } from "../../../ui/buttons/buttons.tsx";
import { Fact } from "../../../ui/fact.tsx";
import { TimestampLine } from "../../../ui/timestamp-line/timestamp-line.tsx";
import type { PlanView } from "./plan-view.ts";
import "./draw-plan.css";

/** How the winners are drawn, in words that everybody understands; the rest is folded away. */
export function DrawPlan({ plan, raffle }: { readonly plan: PlanView; readonly raffle: RaffleView }) {
  const announcement = useAnnouncement(raffle);
  const { t } = useTranslation("draws");
  return (
    <section className="draw-plan" aria-labelledby="draw-plan">
      <h2 id="draw-plan">{t("plan.heading")}</h2>
      <p>{t("plan.lead")}</p>
      <ol className="draw-plan-steps marked">
        <li>
          <dl>
            <TimestampLine label={t("plan.lock")} moment={plan.lock} day={plan.lockDay} />
          </dl>
          <p className="hint">{t("plan.lockHint")}</p>
        </li>
        <li>
          <dl>
            <TimestampLine label={t("plan.draw")} moment={plan.draw} day={plan.drawDay} />
          </dl>
          <p className="hint">
            {t("plan.drawHint")} {plan.state !== "drawn" && announcement}
          </p>
        </li>
        <li>
          <h3>{t("plan.check")}</h3>
          <p className="hint">{t(`plan.checkHow.${plan.check}`)}</p>
        </li>
      </ol>
      {plan.state !== "planned" && (
        <p>
          <ButtonLink label={t(`plan.${plan.state}`)} look="primary" href={`/raffle/${raffle.codeId}/draw`} />
        </p>
      )}
      <PlanChanges changes={plan.changes} />
      <details>
        <summary>{t("plan.more")}</summary>
        <dl className="facts">
          {plan.lines.map(({ name, value }) => (
            <Fact key={name} label={name} value={value} />
          ))}
          <div>
            <dt>{t("plan.hash")}</dt>
            <dd translate="no">{plan.hash}</dd>
          </div>
        </dl>
      </details>
    </section>
  );
}

function PlanChanges({ changes }: Pick<PlanView, "changes">) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  if (changes.length === 0) return null;
  return (
    <div className="notice">
      <h3>{t("plan.changes")}</h3>
      <ul>
        {changes.map(({ id, at, hashes, differences }) => (
          <li key={id}>
            <p className="draw-plan-hashes">{t("plan.changed", { ...timestamp(at), ...hashes })}</p>
            {differences.map((difference) => (
              <p key={difference.name}>{t("plan.difference", difference)}</p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
