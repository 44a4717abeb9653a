import { useTranslation } from "react-i18next";
import type { Prize } from "#src/raffles/schema.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";

/**
 * Who is in the draw of a raffle's prizes, before its list is locked. The raffle's page, its form and an entry's page
 * say it in these words.
 *
 * @returns the sentence about one prize, and the one about prizes that nobody is drawn for; empty where none can be
 */
export function usePoolText({ prizes, rules, drawRequires }: Pick<RaffleView, "prizes" | "rules" | "drawRequires">) {
  const { t } = useTranslation("raffles");
  const requires = rules.length === 0 ? "none" : drawRequires;
  // One prize offers no choice.
  const hasWishes = prizes.length > 1 && prizes.some(({ pool }) => pool === "wished");
  return {
    of: (pool: Prize["pool"]) => t(`detail.pool.${requires}.${prizes.length === 1 ? "everyone" : pool}`),
    fallback: hasWishes ? t(`detail.pool.${requires}.fallback`) : "",
  };
}
