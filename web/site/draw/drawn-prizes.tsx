import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { PrizePicture } from "../../ui/prize-text/prize-text.tsx";
import { When } from "../../ui/when.tsx";
import type { DrawView } from "./draw-view.ts";

type Prizes = NonNullable<DrawView["prizes"]>;

type DrawnPrizesProps = { readonly prizes: Prizes } & Pick<DrawView, "unfolded" | "announceBy" | "codeId" | "counted">;

/** Who won which prize, as the show reveals it: by ticket number and the public form of a name. */
export function DrawnPrizes({ prizes, unfolded, announceBy, codeId, counted }: DrawnPrizesProps) {
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
      <p className="hint">{counted}</p>
    </section>
  );
}

type PrizeListProps = Pick<DrawnPrizesProps, "prizes"> & {
  /** Whether the names of winners are still to be announced. */
  readonly unnamed?: boolean;
};

function PrizeList({ prizes, unnamed = false }: PrizeListProps) {
  const { t } = useTranslation("draws");
  return (
    <ul className="drawn-prizes">
      {prizes.map((prize) => (
        <li key={prize.prizeCode} className="drawn-prize" data-prize={prize.prizeCode} data-more={prize.more}>
          <PrizePicture prize={prize} sizes="(width >= 48rem) 22rem, 5rem" />
          <h3>{prize.name}</h3>
          {prize.winners.length === 0 ? (
            <p>{prize.notGiven ? t("result.notGiven", prize.notGiven) : t("result.nobody")}</p>
          ) : (
            <Winners prize={prize} unnamed={unnamed} />
          )}
          <div className="drawn-notes">
            {prize.announced.length > 0 && <Announced announced={prize.announced} />}
            {prize.replaced.count > 0 && <Replaced replaced={prize.replaced} />}
            <p className="hint">
              {[
                ...(prize.more > 0 ? [t("result.more", { count: prize.more })] : []),
                t(`result.pool.${prize.pool}`, { eligible: prize.eligible }),
              ].join(" · ")}
            </p>
            <Line prize={prize} />
          </div>
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
  // Who came and stayed has a ticket too, without the attributes that the check of the draw reads: it was not drawn.
  const came = replaced.steps.filter(({ to }) => to !== null && !replaced.gone.includes(to));
  return (
    <ol className="show-cards">
      {winners.map(({ ticket, name }) => {
        const isGone = replaced.gone.includes(ticket);
        const isNamed = !unnamed && !isGone;
        return (
          <li
            key={ticket}
            className={isGone ? "show-card drawn-gone" : "show-card"}
            data-ticket={ticket}
            data-name={isNamed ? name : undefined}
          >
            <b>#{ticket}</b>{" "}
            {isGone ? <span className="hint">{t("result.gone")}</span> : isNamed && <PublicName name={name} />}
          </li>
        );
      })}
      {came.map(({ to, name }) => (
        <li key={to} className="show-card">
          <b>#{to}</b> {!unnamed && <PublicName name={name} />}
        </li>
      ))}
    </ol>
  );
}

function PublicName({ name }: { readonly name: string | null }) {
  const { t } = useTranslation("draws");
  return <span className={name === null ? "hint" : undefined}>{name ?? t("result.noName")}</span>;
}

/** What the shop says of winners, and when the prize goes on by it. */
function Announced({ announced }: Pick<Prizes[number], "announced">) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  return (
    <ul className="announced">
      {announced.map(({ id, from, reason, note, dueAt, objectedAt }) => (
        <li key={id} className="notice">
          <p>
            {t(`result.announced.${reason}`, { ticket: from })} <q>{note}</q>
          </p>
          <p>
            {objectedAt && t("result.objects")} {t(`result.due.${reason}`, timestamp(dueAt))}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Every step since the draw: who went, why, and who came. */
function Replaced({ replaced: { count, steps } }: Pick<Prizes[number], "replaced">) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  return (
    <div className="replaced">
      <h4>{t("result.replaced", { count })}</h4>
      {count > steps.length && <p className="hint">{t("result.replacedEarlier", { count: count - steps.length })}</p>}
      <ol>
        {steps.map(({ from, to, name, reason, note, at, announced }) => (
          <li key={from}>
            <When at={at} />: {t(`result.went.${reason}`, { ticket: from })} {note !== "" && <q>{note}</q>}{" "}
            {reason !== "consented" && <span className="hint">({t("result.shopsWord")}) </span>}
            {announced && `${t("result.wasAnnounced", timestamp(announced))} `}
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
