import { useTranslation } from "react-i18next";
import { formatCount } from "#src/i18n/numbers.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import { Fact } from "../../ui/fact.tsx";
import type { AccountRaffleView } from "./account-raffle-view.ts";

/** The facts about a raffle in a list, beside its name. */
export function RaffleFacts({ raffle, owner }: { readonly raffle: AccountRaffleView; readonly owner?: string | null }) {
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  return (
    <dl className="account-facts">
      <Fact label={t("raffles.code")} value={raffle.codeId} />
      <div>
        <dt>{t("raffles.status")}</dt>
        <dd>
          {t(`raffles.${raffle.status}`)}, {t(raffle.open ? "raffles.open" : "raffles.closed")}
        </dd>
      </div>
      <Fact label={t("raffles.due")} value={<time dateTime={raffle.due.iso}>{raffle.due.date}</time>} />
      <Fact label={t("raffles.entries")} value={formatCount(raffle.entries, language)} />
      {owner !== undefined && <Fact label={t("raffles.owner")} value={owner ?? t("raffles.noOwner")} />}
    </dl>
  );
}
