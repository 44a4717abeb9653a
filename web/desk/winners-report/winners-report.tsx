import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useWholeTimes } from "../../page/page-texts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { Route } from "./+types/winners-report.route.ts";
import { ReportTable } from "./report-table.tsx";
import "./winners-report.css";

/** The report on a raffle's winners, as an authority asks for it: to print, or as a file. */
export function WinnersReport({ loaderData: report, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation(["claims", "messages"]);
  const { search } = useLocation();
  const { codeId, winners, years } = report;
  const whole = useWholeTimes();
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
    <article className="winners-report">
      <PageHeading title={t("report.heading")} />
      {result?.done != null && <Notice kind="success">{t("report.saved", { count: result.done })}</Notice>}
      {result?.refusal && (
        <Notice kind="error">
          {[
            t("report.failed"),
            ...result.refusal.summary.map(({ key, params }) => t(key, { ns: "messages", ...params })),
          ].join(" ")}
        </Notice>
      )}
      <dl className="facts">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{t(`report.facts.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {winners.length === 0 ? (
        <Notice kind="info">{t(report.noWinners === null ? "report.empty" : `winners.${report.noWinners}`)}</Notice>
      ) : (
        <form method="post" action={search || undefined}>
          <ReportTable winners={winners} typed={result?.refusal ? result.typed : null} />
          {report.inPhilippines && <p className="hint">{t("report.taxHint")}</p>}
          <button type="submit" className="button button-secondary">
            {t("report.save")}
          </button>
        </form>
      )}
      {report.next !== null && (
        <a rel="next" href={`?after=${report.next}`}>
          {t("report.next")}
        </a>
      )}
      <section aria-labelledby="kept">
        <h2 id="kept">{t("report.keptHeading")}</h2>
        <p>{years === 0 ? t("report.keptNot") : t("report.kept", { count: years })}</p>
      </section>
      <div className="actions">
        <button type="button" className="button button-primary needs-script" data-print="">
          {t("report.print")}
        </button>
        {(["csv", "xlsx"] as const).map((kind) => (
          <a key={kind} className="button" href={`/api/raffles/${codeId}/winners.${kind}`} download>
            {t(`report.${kind}`)}
          </a>
        ))}
      </div>
    </article>
  );
}
