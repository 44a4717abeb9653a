import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { Route } from "./+types/helper-links.route.ts";
import "../../ui/card-list/card-list.css";
import "./helper-links.css";

/** The raffle's links: whose each is, what it allows, when it was used last, and what ends it. */
export function LinkList({ links }: Pick<Route.ComponentProps["loaderData"], "links">) {
  const { t } = useTranslation("claims");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("helpers.list")}>
      {links.length === 0 && <p>{t("helpers.none")}</p>}
      <ul className="card-list">
        {links.map(({ id, name, permissions, createdAt, lastUsedAt }) => (
          <li key={id}>
            <h3>{name}</h3>
            <p>{permissions.map((permission) => t(`helpers.permission.${permission}`)).join(" · ")}</p>
            <p className="hint">
              {t("helpers.created", timestamp(createdAt))} ·{" "}
              {lastUsedAt ? t("helpers.used", timestamp(lastUsedAt)) : t("helpers.unused")}
            </p>
            <AskedButton
              summary={t("helpers.end")}
              ask={t("helpers.endAsk", { name })}
              yes={t("helpers.endYes")}
              labels={{ summary: t("helpers.endOf", { name }), yes: t("helpers.endYesOf", { name }) }}
              intent="end"
              fields={{ helper: id }}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
