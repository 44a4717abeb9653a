import { useTranslation } from "react-i18next";
import type { PastOutlook } from "#src/draws/past-draws.ts";
import type { NamedPrize } from "#src/draws/winner-names.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { NobodyLeft } from "../../ui/prize-text/nobody-left.tsx";
import "./past-draws.css";

type PastDrawsProps = {
  readonly draws: readonly {
    readonly codeId: string;
    readonly name: string;
    readonly draw: Date;
    readonly prizes: readonly NamedPrize[];
    /** The shop's thanks; may be empty. */
    readonly thanks: string;
    readonly state: PastOutlook | "locked";
  }[];
  readonly page: number;
  readonly more: boolean;
};

/** Raffles whose draw date has passed: what was drawn, and what was not. */
export function PastDraws({ draws, page, more }: PastDrawsProps) {
  const { t } = useTranslation("draws");
  const timestamp = useTimestamps();
  return (
    <>
      <PageHeading title={t("past.heading")} lead={t("past.lead")} />
      {draws.length === 0 && page === 1 && !more && <Notice kind="info">{t("past.none")}</Notice>}
      <ul className="past-draws">
        {draws.map(({ codeId, name, draw, state, prizes, thanks }) => (
          <li key={codeId} className="ticket">
            <div className="ticket-body">
              <h2>
                <a
                  href={
                    ["drawn", "announcing", "locked"].includes(state) ? `/raffle/${codeId}/draw` : `/raffle/${codeId}`
                  }
                >
                  {name}
                </a>
              </h2>
              <p>{t(`past.state.${state}`, timestamp(draw))}</p>
              <ul className="past-winners">
                {prizes
                  .filter(({ winners }) => winners.length > 0)
                  .map(({ prizeCode, prizeName, winners, more: others }) => (
                    <li key={prizeCode}>
                      <span className="past-prize">{prizeName}</span>{" "}
                      {winners.map(({ ticket, name: winner }) => winner ?? `#${ticket}`).join(", ")}
                      {others > 0 && ` ${t("past.others", { count: others })}`}
                    </li>
                  ))}
                <NobodyLeft
                  prizes={prizes.map(({ prizeName, winners }) => ({ name: prizeName, won: winners.length }))}
                />
              </ul>
              {thanks !== "" && <p className="shop-thanks">{thanks}</p>}
            </div>
          </li>
        ))}
      </ul>
      <PageLinks page={page} more={more} />
      <p>
        <a href="/locks">{t("past.locks")}</a>
      </p>
    </>
  );
}
