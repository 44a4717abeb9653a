import { useTranslation } from "react-i18next";
import { NobodyLeft } from "../../ui/prize-text/nobody-left.tsx";
import type { WinnersView } from "./winners-view.ts";

type RaffleWinnersProps = {
  readonly winners: NonNullable<WinnersView>;
  readonly codeId: string;
  /** Whether all winners are announced. Before that nobody's name is public. */
  readonly announced: boolean;
};

/**
 * The result of a raffle, by ticket numbers: this page is kept for everybody, and a name must go at once with its
 * entry. The page of the draw has the names.
 */
export function RaffleWinners({ winners: { prizes, thanks }, codeId, announced }: RaffleWinnersProps) {
  const { t } = useTranslation("draws");
  // A show that has not begun has shown nobody.
  if (!announced && prizes.every(({ tickets }) => tickets.length === 0)) return null;
  return (
    <section aria-labelledby="winners" className="raffle-winners">
      <h2 id="winners">{t("result.winners")}</h2>
      {thanks !== "" && <p className="raffle-text">{thanks}</p>}
      <ul>
        {prizes
          .filter(({ tickets }) => tickets.length > 0)
          .map(({ prizeCode, name, tickets, more }) => (
            <li key={prizeCode}>
              {name}: {tickets.map((ticket) => `#${ticket}`).join(", ")}
              {more > 0 && ` ${t("past.others", { count: more })}`}
            </li>
          ))}
        <NobodyLeft prizes={prizes.map(({ name, tickets }) => ({ name, won: tickets.length }))} />
      </ul>
      <p>
        <a href={`/raffle/${codeId}/draw`}>{t(announced ? "past.check" : "plan.announcing")}</a>
      </p>
    </section>
  );
}
