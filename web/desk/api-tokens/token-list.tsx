import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { Route } from "./+types/api-tokens.route.ts";
import "../../ui/card-list/card-list.css";

/** An account's tokens: what each may do and for which raffles, when it was used last, and what ends it. */
export function TokenList({ tokens }: Pick<Route.ComponentProps["loaderData"], "tokens">) {
  const { t } = useTranslation("team");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("tokens.list")}>
      {tokens.length === 0 && <p>{t("tokens.none")}</p>}
      <ul className="card-list">
        {tokens.map(({ id, name, permissions, raffles, createdAt, lastUsedAt, expiresAt, isOver }) => (
          <li key={id}>
            <h3>{name}</h3>
            <p>{permissions.map((permission) => t(`tokens.permission.${permission}`)).join(" · ")}</p>
            <p>{raffles === null ? t("tokens.ofAll") : raffles.join(" · ") || t("tokens.ofNone")}</p>
            <p className="hint">
              {t("tokens.created", timestamp(createdAt))} ·{" "}
              {lastUsedAt ? t("tokens.used", timestamp(lastUsedAt)) : t("tokens.unused")} ·{" "}
              {t(isOver ? "tokens.over" : "tokens.until", timestamp(expiresAt))}
            </p>
            <AskedButton
              summary={t("tokens.end")}
              ask={t("tokens.endAsk")}
              yes={t("tokens.endYes")}
              labels={{ summary: t("tokens.endOf", { name }), yes: t("tokens.endYesOf", { name }) }}
              intent="end"
              fields={{ token: id }}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
