import { useTranslation } from "react-i18next";
import { formatCount } from "#src/i18n/numbers.ts";
import type { AccountRaffle } from "#src/raffles/lists/account-raffles.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import { Fact } from "../../ui/fact.tsx";
import { When } from "../../ui/when.tsx";

export function RaffleFacts({ raffle, owner }: { readonly raffle: AccountRaffle; readonly owner?: string | null }) {
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  return (
    <dl className="account-facts">
      <Fact label={t("raffles.code")} value={raffle.codeId} />
      <Fact
        label={t("raffles.status")}
        value={`${t(`raffles.${raffle.status}`)}, ${t(raffle.open ? "raffles.open" : "raffles.closed")}`}
      />
      <Fact label={t("raffles.due")} value={<When at={raffle.dueDate} only="date" />} />
      <Fact label={t("raffles.entries")} value={formatCount(raffle.entries, language)} />
      {owner !== undefined && <Fact label={t("raffles.owner")} value={owner ?? t("raffles.noOwner")} />}
    </dl>
  );
}
