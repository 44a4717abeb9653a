import { useTranslation } from "react-i18next";
import { ANNOUNCED_WITHIN_HOURS } from "#src/raffles/limits.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";

/** When a raffle's winners are announced, and what is public before: a sentence for wherever the draw's time stands. */
export function useAnnouncement({ announce }: Pick<RaffleView, "announce">): string {
  const { t } = useTranslation("raffles");
  return t(`announced.${announce}`, { count: ANNOUNCED_WITHIN_HOURS });
}
