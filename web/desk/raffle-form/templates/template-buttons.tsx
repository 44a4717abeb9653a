import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Submit } from "../../../ui/buttons/buttons.tsx";
import { TEMPLATE_NAMES, type TemplateName } from "./raffle-templates.ts";

type TemplateButtonsProps = {
  readonly fillIn: (name: TemplateName) => (event: MouseEvent) => void;
  /** The template that was filled in last, in a browser with JavaScript. */
  readonly filled: TemplateName | null;
};

/** Fills in the prizes and rules of a usual kind of raffle. */
export function TemplateButtons({ fillIn, filled }: TemplateButtonsProps) {
  const { t } = useTranslation("raffles");
  return (
    <section className="raffle-templates" aria-labelledby="templates">
      <h2 id="templates">{t("templates.heading")}</h2>
      <p className="hint">{t("templates.hint")}</p>
      <div className="actions">
        {TEMPLATE_NAMES.map((name) => (
          <Submit
            key={name}
            label={t(`templates.${name}.name`)}
            look="secondary"
            intent={`template:${name}`}
            onClick={fillIn(name)}
          />
        ))}
      </div>
      <p role="status">{filled && t("templates.filled", { name: t(`templates.${filled}.name`) })}</p>
    </section>
  );
}
