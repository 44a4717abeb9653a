import { useTranslation } from "react-i18next";
import { Submit } from "../../ui/buttons/buttons.tsx";
import type { DrawDeskView } from "./draw-desk-view.ts";

type ShowPartProps = {
  readonly show: NonNullable<DrawDeskView["show"]>;
  readonly codeId: string;
  /** Whether showing the winners is what the organiser does next. */
  readonly isNext: boolean;
};

/** Reveals the winners prize by prize on the audience's screens. The result is fixed before it begins. */
export function ShowPart({ show, codeId, isNext }: ShowPartProps) {
  const { t } = useTranslation("draws");
  const { step, next, prize } = show;
  return (
    <section className="form-section" aria-labelledby="show">
      <h2 id="show">{t("desk.show")}</h2>
      <p role="status">{t(`desk.showAt.${show.at}`, { prize })}</p>
      <p>
        <a href={`/raffle/${codeId}/live`} target="_blank" rel="noopener">
          {t("desk.audience")}
        </a>
      </p>
      {next && (
        <form method="post" className="actions">
          <input type="hidden" name="step" value={step} />
          <Submit
            label={t(`desk.showNext.${next.do}`, { prize: next.prize })}
            look={isNext ? "primary" : "secondary"}
            intent="advance"
          />
          {next.do !== "end" && <Submit label={t("desk.showRest")} look="quiet" intent="end" />}
        </form>
      )}
    </section>
  );
}
