import { useTranslation } from "react-i18next";
import { FormSection } from "../../ui/form-section.tsx";
import type { HelperLinksView } from "./helper-links-page.ts";
import "../../ui/card-list/card-list.css";
import "./helper-links.css";

/** The raffle's links: whose each is, what it allows, when it was used last, and what ends it. */
export function LinkList({ links }: Pick<HelperLinksView, "links">) {
  const { t } = useTranslation("claims");
  return (
    <FormSection title={t("helpers.list")}>
      {links.length === 0 && <p>{t("helpers.none")}</p>}
      <ul className="card-list">
        {links.map(({ id, name, deeds, created, used }) => (
          <li key={id}>
            <h3>{name}</h3>
            <p>{deeds.map((deed) => t(`helpers.deed.${deed}`)).join(" · ")}</p>
            <p className="hint">
              {t("helpers.created", created)} · {used ? t("helpers.used", used) : t("helpers.unused")}
            </p>
            <details>
              <summary aria-label={t("helpers.endOf", { name })}>{t("helpers.end")}</summary>
              <form method="post" data-failed={t("helpers.failed")}>
                <p>{t("helpers.endAsk", { name })}</p>
                <input type="hidden" name="helper" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="end"
                  className="button button-quiet"
                  aria-label={t("helpers.endYesOf", { name })}
                >
                  {t("helpers.endYes")}
                </button>
              </form>
            </details>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
