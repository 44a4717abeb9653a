import { useTranslation } from "react-i18next";
import type { RaffleView } from "../../../page/views/raffle-view.ts";
import { ButtonLink } from "../../../ui/buttons/buttons.tsx";

/** On phones the way to the form stays in reach of the thumb; wider screens have it in the ticket alone. */
export function RaffleBar({ raffle }: { readonly raffle: RaffleView }) {
  const { t } = useTranslation("raffles");
  if (!raffle.open) return null;
  const form = `/raffle-entry/${raffle.codeId}`;
  return (
    <div className="raffle-bar on-screen" data-while="open">
      <span>{t(`closes.left.${raffle.left.unit}`, { count: raffle.left.count })}</span>
      <ButtonLink label={t("detail.join")} look="primary" href={form} data-join />
      <ButtonLink label={t("remembered.view")} look="primary" href={form} data-mine="one" hidden />
      <ButtonLink label={t("remembered.viewAll")} look="primary" href="#remembered" data-mine="several" hidden />
    </div>
  );
}
