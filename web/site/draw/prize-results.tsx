import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { When } from "../../ui/when.tsx";
import type { DrawView } from "./draw-view.ts";

type Prizes = NonNullable<DrawView["prizes"]>;

type PrizeResultsProps = {
  readonly prizes: Prizes;
} & Pick<DrawView, "unfolded" | "announceBy" | "codeId">;

/** Who won which prize, by ticket number and the public form of a name. */
export function PrizeResults({ prizes, unfolded, announceBy, codeId }: PrizeResultsProps) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  const isFolded = unfolded < prizes.length;
  return (
    <section aria-labelledby="winners">
      <h2 id="winners">{t("result.winners")}</h2>
      {isFolded && (
        <p className="notice">
          {announceBy ? t("result.announcing", timestamp(announceBy)) : t("result.showUnderWay")}{" "}
          <a href={`/raffle/${codeId}/live`}>{t("result.toShow")}</a>
        </p>
      )}
      {unfolded > 0 && <PrizeList prizes={prizes.slice(0, unfolded)} />}
      {isFolded && (
        <details className="folded-winners">
          <summary>{t(announceBy ? "result.showTickets" : "result.showAllNow")}</summary>
          <PrizeList prizes={prizes.slice(unfolded)} unnamed={announceBy !== null} />
        </details>
      )}
    </section>
  );
}

type PrizeListProps = Pick<PrizeResultsProps, "prizes"> & {
  /** Whether the names of winners are still to be announced. */
  readonly unnamed?: boolean;
};

function PrizeList({ prizes, unnamed = false }: PrizeListProps) {
  const { t } = useTranslation("draws");
  return (
    <ul className="prize-results">
      {prizes.map((prize) => (
        <li key={prize.prizeCode} className="ticket">
          <div className="ticket-body">
            <h3>{prize.name}</h3>
            {prize.winners.length === 0 ? <p>{t("result.nobody")}</p> : <Winners prize={prize} unnamed={unnamed} />}
            {prize.replaced.count > 0 && <Replaced replaced={prize.replaced} />}
            {prize.more > 0 && <p className="hint">{t("result.more", { count: prize.more })}</p>}
            <Line prize={prize} />
          </div>
          <p className="ticket-stub hint">{t(`result.pool.${prize.pool}`, { eligible: prize.eligible })}</p>
        </li>
      ))}
    </ul>
  );
}

/** Who comes next, if a winner does not keep the prize. */
function Line({ prize: { winners, line, replaced } }: { readonly prize: Prizes[number] }) {
  const { t } = useTranslation("draws");
  if (line.next.length > 0) {
    return (
      <p className="hint">{t("result.reserves", { tickets: line.next.map((ticket) => `#${ticket}`).join(", ") })}</p>
    );
  }
  // Not where the latest step says so.
  const isNews = winners.length > 0 && replaced.steps.at(-1)?.to !== null;
  return line.isOver && isNews ? <p className="hint">{t("result.lineOver")}</p> : null;
}

type WinnersProps = { readonly prize: Prizes[number]; readonly unnamed: boolean };

function Winners({ prize: { winners, replaced }, unnamed }: WinnersProps) {
  const { t } = useTranslation("draws");
  return (
    <ol className="winners">
      {winners.map(({ ticket, name }) => (
        <li key={ticket}>
          <span className="winner-ticket">#{ticket}</span>{" "}
          {replaced.gone.includes(ticket) ? (
            <span className="hint">{t("result.gone")}</span>
          ) : (
            !unnamed && <PublicName name={name} />
          )}
        </li>
      ))}
    </ol>
  );
}

function PublicName({ name }: { readonly name: string | null }) {
  const { t } = useTranslation("draws");
  return name ?? <span className="hint">{t("result.noName")}</span>;
}

/** Every step since the draw: who went, why, and who came. */
function Replaced({ replaced: { count, steps } }: Pick<Prizes[number], "replaced">) {
  const { t } = useTranslation("draws");
  return (
    <div className="replaced">
      <h4>{t("result.replaced", { count })}</h4>
      {count > steps.length && <p className="hint">{t("result.replacedEarlier", { count: count - steps.length })}</p>}
      <ol>
        {steps.map(({ from, to, name, reason, note, at }) => (
          <li key={from}>
            <When at={at} />: {t(`result.went.${reason}`, { ticket: from })} {note !== "" && <q>{note}</q>}{" "}
            {to === null ? (
              t("result.nobodyCame")
            ) : (
              <>
                {t("result.came", { ticket: to })} <PublicName name={name} />
              </>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
