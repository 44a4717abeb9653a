import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { MAX_TAX } from "#src/claims/limits.ts";
import { useTimestamps, useWholeTimes } from "../../page/page-texts.tsx";
import { ButtonLink, ScriptButton, Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Notice, PageHeading, useSentences } from "../../ui/page-parts.tsx";
import { WithoutWinner } from "../../ui/prize-text/nobody-left.tsx";
import { SideScroll } from "../../ui/side-scroll.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import type { Route } from "./+types/winners-report.route.ts";
import "./winners-report.css";

/** Before the claim, in the name of the field with the tax of its prize. */
export const TAX_FIELD = "tax.";

/** The report on a raffle's winners, as an authority asks for it: to print, or as a file. */
export function WinnersReport({ loaderData: report, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation(["claims", "messages"]);
  const { search } = useLocation();
  const { codeId, winners, years } = report;
  const whole = useWholeTimes();
  const sentences = useSentences();
  const none = t("report.facts.none");
  const facts = [
    ["promo", `${report.name} (${codeId})`],
    ["permit", report.permitNumber === "" ? none : report.permitNumber],
    ["from", whole(report.from)],
    ["until", whole(report.until)],
    ["drawn", report.drawn ? whole(report.drawn) : none],
    ["place", report.place ?? none],
  ] as const;
  return (
    <article className="winners-report stack-3">
      <PageHeading title={t("report.heading")} />
      {result?.done != null && <Notice kind="success">{t("report.saved", { count: result.done })}</Notice>}
      {result?.refusal && (
        <Notice kind="error" answers>{`${t("report.failed")} ${sentences(result.refusal.summary)}`}</Notice>
      )}
      <dl className="facts">
        {facts.map(([name, text]) => (
          <Fact key={name} label={t(`report.facts.${name}`)} value={text} />
        ))}
      </dl>
      {winners.length === 0 && report.withoutWinner.length > 0 ? null : winners.length === 0 ? (
        <Notice kind="info">{t(report.noWinners === null ? "report.empty" : `winners.${report.noWinners}`)}</Notice>
      ) : (
        <form method="post" action={search || undefined} className="stack-2">
          <ReportTable winners={winners} typed={result?.refusal ? result.typed : null} />
          {report.inPhilippines && <p className="hint">{t("report.taxHint")}</p>}
          <Submit label={t("report.save")} />
        </form>
      )}
      <WithoutWinner prizes={report.withoutWinner} />
      {report.next !== null && (
        <a rel="next" href={`?after=${report.next}`}>
          {t("report.next")}
        </a>
      )}
      <section className="report-retention" aria-labelledby="retention">
        <h2 id="retention">{t("report.retentionHeading")}</h2>
        <p>{years === 0 ? t("report.retentionNone") : t("report.retention", { count: years })}</p>
      </section>
      <div className="actions">
        <ScriptButton label={t("report.print")} look="primary" data-print="" />
        {(["csv", "xlsx"] as const).map((kind) => (
          <ButtonLink key={kind} label={t(`report.${kind}`)} href={`/api/raffles/${codeId}/winners.${kind}`} download />
        ))}
      </div>
    </article>
  );
}

type Winner = Route.ComponentProps["loaderData"]["winners"][number];

const COLUMNS = ["prize", "winner", "notice", "claimed", "handedOver", "tax"] as const;

type ReportTableProps = {
  readonly winners: readonly Winner[];
  /** The taxes that were refused just now. */
  readonly typed: Readonly<Record<string, string>> | null;
};

/** One row for each prize that somebody holds or held. */
function ReportTable({ winners, typed }: ReportTableProps) {
  const { t } = useTranslation("claims");
  return (
    <SideScroll className="report-table box" label={t("report.heading")}>
      <table>
        <TableHead labels={COLUMNS.map((column) => t(`report.column.${column}`))} />
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
  const why = replaced?.reason && !replaced.isConsent ? t(`report.reason.${replaced.reason}`) : "";
  const said = replaced?.isConsent ? t("winners.gaveBack") : (replaced?.note ?? "");
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
            <Lines texts={[[t("report.replaced", timestamp(replaced.at)), why].filter(Boolean).join(": "), said]} />
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
          name={`${TAX_FIELD}${winner.claimId}`}
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
