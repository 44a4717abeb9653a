import { useTranslation } from "react-i18next";
import type { FormattedTimestamp } from "#src/i18n/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import "./past-draws.css";

type PastDrawsProps = {
  readonly draws: readonly {
    readonly codeId: string;
    readonly name: string;
    readonly drawDate: FormattedTimestamp;
    readonly state: "drawn" | "locked" | "undrawn";
  }[];
  readonly page: number;
  readonly more: boolean;
};

/** Raffles whose draw date has passed: what was drawn, and what was not. */
export function PastDraws({ draws, page, more }: PastDrawsProps) {
  const { t } = useTranslation("draws");
  return (
    <>
      <PageHeading title={t("past.heading")} lead={t("past.lead")} />
      {draws.length === 0 && <Notice kind="info">{t("past.none")}</Notice>}
      <ul className="past-draws">
        {draws.map(({ codeId, name, drawDate, state }) => (
          <li key={codeId} className="ticket">
            <div className="ticket-body">
              <h2>
                <a href={state === "undrawn" ? `/raffle/${codeId}` : `/raffle/${codeId}/draw`}>{name}</a>
              </h2>
              <p>{t(`past.state.${state}`, drawDate)}</p>
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
