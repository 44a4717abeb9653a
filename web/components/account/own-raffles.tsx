import { useTranslation } from "react-i18next";
import type { KeptRaffleView } from "../../views/account-raffle-view.ts";
import { FormSection } from "../form-section.tsx";
import { PageLinks } from "../page-links.tsx";
import { RaffleFacts } from "./raffle-facts.tsx";
import "./account.css";

type OwnRafflesProps = {
  readonly raffles: readonly KeptRaffleView[];
  readonly page: number;
  readonly more: boolean;
};

/** The screens of the desk that an owner is led to; the owner's mark stands there in the place of the access code. */
const DESK = [
  ["edit-raffle", "edit"],
  ["draw-list", "drawList"],
  ["draw-masterlist", "masterList"],
  ["overview", "overview"],
  ["raffle-changes", "changes"],
] as const;

/** The raffles that were created while their owner was signed in. */
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
      <p>
        <a href="/create-raffle">{t("profile.create")}</a>
      </p>
    </FormSection>
  );
}
