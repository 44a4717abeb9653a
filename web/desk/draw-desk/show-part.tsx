import { useTranslation } from "react-i18next";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/draw-desk.route.ts";

type ShowPartProps = {
  readonly show: NonNullable<Route.ComponentProps["loaderData"]["desk"]["show"]>;
  readonly codeId: string;
  /** Whether showing the winners is what the organiser does next. */
  readonly isNext: boolean;
};

/** Reveals the winners prize by prize on the audience's screens. The result is fixed before it begins. */
export function ShowPart({ show, codeId, isNext }: ShowPartProps) {
  const { t } = useTranslation("draws");
  const { step, next, prize } = show;
  return (
    <FormSection title={t("desk.show")}>
      <div role="status">
        <p>{t(`desk.showAt.${show.at}`, { prize })}</p>
        {show.winners.length > 0 && (
          <ul>
            {show.winners.map(({ ticket, name }) => (
              <li key={ticket}>{[`#${ticket}`, name].filter(Boolean).join(" · ")}</li>
            ))}
          </ul>
        )}
      </div>
      {show.at === "ready" && show.hides && <p className="hint">{t("desk.showHides")}</p>}
      {next && (
        <form method="post" className="actions">
          <input type="hidden" name="step" value={step} />
          <Submit
            label={t(`desk.showNext.${next.do}`, { prize: next.prize })}
            look={isNext ? "primary" : undefined}
            intent="advance"
          />
        </form>
      )}
      <p>
        <a href={`/raffle/${codeId}/live`} target="_blank" rel="noopener">
          {t("desk.audience")}
        </a>
      </p>
      {next && next.do !== "end" && (
        <AskedButton
          summary={t("desk.showRest")}
          ask={t("desk.showRestAsk")}
          yes={t("desk.showRestYes")}
          intent="end"
          asks="over"
        />
      )}
    </FormSection>
  );
}
