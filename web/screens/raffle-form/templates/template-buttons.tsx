import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
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
          <button
            key={name}
            type="submit"
            name="intent"
            value={`template:${name}`}
            className="button button-secondary"
            onClick={fillIn(name)}
          >
            {t(`templates.${name}.name`)}
          </button>
        ))}
      </div>
      <p role="status">{filled && t("templates.filled", { name: t(`templates.${filled}.name`) })}</p>
    </section>
  );
}
