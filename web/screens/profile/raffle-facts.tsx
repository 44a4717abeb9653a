import { useTranslation } from "react-i18next";
import { formatCount } from "#src/i18n/format.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import type { AccountRaffleView } from "./account-raffle-view.ts";

/** The facts about a raffle in a list, beside its name. */
export function RaffleFacts({ raffle, owner }: { readonly raffle: AccountRaffleView; readonly owner?: string | null }) {
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  return (
    <dl className="account-facts">
      <div>
        <dt>{t("raffles.code")}</dt>
        <dd>{raffle.codeId}</dd>
      </div>
      <div>
        <dt>{t("raffles.status")}</dt>
        <dd>
          {t(`raffles.${raffle.status}`)}, {t(raffle.open ? "raffles.open" : "raffles.closed")}
        </dd>
      </div>
      <div>
        <dt>{t("raffles.due")}</dt>
        <dd>
          <time dateTime={raffle.due.iso}>{raffle.due.date}</time>
        </dd>
      </div>
      <div>
        <dt>{t("raffles.entries")}</dt>
        <dd>{formatCount(raffle.entries, language)}</dd>
      </div>
      {owner !== undefined && (
        <div>
          <dt>{t("raffles.owner")}</dt>
          <dd>{owner ?? t("raffles.noOwner")}</dd>
        </div>
      )}
    </dl>
  );
}
