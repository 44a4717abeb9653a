import { useTranslation } from "react-i18next";
import { UNENTERED_DAYS } from "#src/raffles/limits.ts";
import { FormSection } from "../../ui/form-section.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import type { AccountRaffleView } from "./account-raffle-view.ts";
import { RaffleFacts } from "./raffle-facts.tsx";
import "../sign-in/account.css";

type OwnRafflesProps = {
  readonly raffles: readonly AccountRaffleView[];
  readonly page: number;
  readonly more: boolean;
};

/** The desk screens that an owner can open. In their URLs the owner's marker replaces the access code. */
const DESK = [
  ["edit-raffle", "edit"],
  ["draw-list", "drawList"],
  ["draw-masterlist", "masterList"],
  ["overview", "overview"],
  ["raffle-changes", "changes"],
] as const;

/** The raffles that their owner created while signed in. */
export function OwnRaffles({ raffles, page, more }: OwnRafflesProps) {
  const { t } = useTranslation("accounts");
  return (
    <FormSection title={t("profile.raffles")}>
      {raffles.length === 0 && <p>{t("profile.noRaffles")}</p>}
      <ul className="account-list">
        {raffles.map((raffle) => (
          <li key={raffle.codeId}>
            <h3>
              <a href={`/raffle/${raffle.codeId}`}>{raffle.name}</a>
            </h3>
            <RaffleFacts raffle={raffle} />
            <p className="actions">
              {DESK.map(([path, label]) => (
                <a
                  key={path}
                  className="button"
                  href={`/${path}/${raffle.codeId}/-`}
                  aria-label={`${t(`profile.${label}`)}: ${raffle.name}`}
                >
                  {t(`profile.${label}`)}
                </a>
              ))}
            </p>
          </li>
        ))}
      </ul>
      <PageLinks page={page} more={more} />
      {raffles.length > 0 && <p className="hint">{t("profile.rafflesEnd", { days: UNENTERED_DAYS })}</p>}
      <p>
        <a href="/create-raffle">{t("profile.create")}</a>
      </p>
    </FormSection>
  );
}
