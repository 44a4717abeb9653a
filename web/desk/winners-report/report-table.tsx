import { useTranslation } from "react-i18next";
import { MAX_TAX } from "#src/claims/limits.ts";
import { useTimestamps, useWholeTimes } from "../../page/page-texts.tsx";
import { SideScroll } from "../../ui/side-scroll.tsx";
import type { Route } from "./+types/winners-report.route.ts";
import { taxField } from "./tax-form.ts";

type Winner = Route.ComponentProps["loaderData"]["winners"][number];

const COLUMNS = ["prize", "winner", "notice", "claimed", "handedOver", "tax"] as const;

type ReportTableProps = {
  readonly winners: readonly Winner[];
  /** The taxes that were refused just now. */
  readonly typed: Readonly<Record<string, string>> | null;
};

/** One row for each prize that somebody holds or held. */
export function ReportTable({ winners, typed }: ReportTableProps) {
  const { t } = useTranslation("claims");
  return (
    <SideScroll className="report-table" label={t("report.heading")}>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`report.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {winners.map((winner) => (
            <Row key={winner.claimId} winner={winner} tax={typed?.[winner.claimId] ?? winner.tax} />
          ))}
        </tbody>
      </table>
    </SideScroll>
  );
}

function Row({ winner, tax }: { readonly winner: Winner; readonly tax: string }) {
  const { t } = useTranslation("claims");
  const { prize, prizeCode, worth, ticket, handedOverAt, handedOverBy, claimedAt, replaced } = winner;
  const timestamp = useTimestamps();
  const whole = useWholeTimes();
  const none = t("report.facts.none");
  const labelled = (column: (typeof COLUMNS)[number]) => ({ "data-label": t(`report.column.${column}`) });
  return (
    <tr>
      <th scope="row">
        {prize} <small>{prizeCode}</small>
        {worth !== "" && <p className="report-worth">{t("report.worth", { worth })}</p>}
      </th>
      <td {...labelled("winner")}>
        <p>{winner.winner === "" ? t("report.erased") : winner.winner}</p>
        <Lines texts={[winner.address, ...winner.contact.split(", ")]} />
        <p>{t("report.ticket", { ticket })}</p>
        {replaced && (
          <p>
            {[
              t("report.replaced", timestamp(replaced.at)),
              replaced.reason !== "" && t(`report.reason.${replaced.reason}`),
              replaced.note,
            ]
              .filter(Boolean)
              .join(", ")}
          </p>
        )}
      </td>
      <td {...labelled("notice")}>
        {winner.notices.length === 0 && <p>{t("report.noNotice")}</p>}
        {winner.notices.map(({ at, way, reached, answer }) => (
          <p key={`${at.getTime()} ${way} ${answer}`}>
            <Lines texts={[`${t(`report.way.${way}`)}, ${whole(at)}`, reached, answer]} />
          </p>
        ))}
      </td>
      <td {...labelled("claimed")}>
        {claimedAt
          ? whole(claimedAt)
          : replaced
            ? none
            : t(winner.isLate ? "report.notClaimedBy" : "report.claimBy", timestamp(winner.claimBy))}
      </td>
      <td {...labelled("handedOver")}>
        {handedOverAt ? (
          <>
            <p>{whole(handedOverAt)}</p>
            <p>{t("report.by", { name: handedOverBy ?? t("voucher.organiser") })}</p>
          </>
        ) : (
          none
        )}
      </td>
      <td {...labelled("tax")}>
        <input
          type="text"
          className="input"
          name={taxField(winner.claimId)}
          aria-label={t("report.taxOf", { prize, ticket })}
          maxLength={MAX_TAX}
          defaultValue={tax}
          autoComplete="off"
        />
      </td>
    </tr>
  );
}

/** Small lines, so that an address of email mostly stays in one piece. */
function Lines({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => text !== "" && <small key={text}>{text}</small>);
}
