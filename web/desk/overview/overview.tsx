import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntryOverview } from "#src/entries/stats/overview.ts";
import { stepFormat } from "#src/i18n/format.ts";
import { formatCount, formatShare } from "#src/i18n/numbers.ts";
import { usePageTexts, useTimestamps } from "../../page/page-texts.tsx";
import { EntriesOverTime } from "../../ui/entries-over-time/entries-over-time.tsx";
import { hasShape } from "../../ui/entries-over-time/plot-scale.ts";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { RetentionLine } from "../../ui/retention-line.tsx";
import { Scene } from "../../ui/scene.tsx";
import { InPlay } from "../../ui/standing/in-play.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import type { Route } from "./+types/overview.route.ts";
import { Today } from "./today.tsx";
import "./overview.css";

type View = Route.ComponentProps["loaderData"];

/** A raffle's entries in numbers, updated live. */
export function Overview(page: Route.ComponentProps) {
  const { raffle, retention, overview: initial, needsRules, countsDrops, timeZone } = page.loaderData;
  const { t } = useTranslation("desk");
  const timestamp = useTimestamps();
  const { codeId } = raffle;
  const { overview, status } = useLiveOverview(codeId, initial);
  const { total, bySource, byRule, byDrops, byPrize, overTime } = overview;
  const dropsOf = ({ least, most }: (typeof byDrops)[number]) =>
    least === most ? t("overview.dropsOf", { count: most }) : t("overview.dropSpan", { least, most });
  const nameOf = (source: string) => source || t("overview.noSource");
  return (
    <>
      <PageHeading title={t("overview.heading")} />
      <Today {...page} />
      <h2>{t("today.numbers")}</h2>
      <LiveLine status={status} />
      {status === "ended" && (
        <Notice kind="error">
          {t("overview.ended")} <a href="/admin-raffle-list">{t("overview.endedLink")}</a>
        </Notice>
      )}
      <Totals {...{ raffle, overview, needsRules, countsDrops, timeZone }} />
      {(total > 0 || retention.erased || raffle.open) && <RetentionLine retention={retention} />}
      {overTime.points.length === 0 ? (
        <div className="empty">
          <Scene name="counter" />
          <p>
            {retention.erased
              ? t("lists.erased", { count: retention.erased.entries, date: timestamp(retention.erased.at).date })
              : t(raffle.open ? "overview.noEntries" : "overview.nobodyJoined")}
          </p>
          <p className="actions">
            {raffle.open && <a href={`/poster/${codeId}`}>{t("overview.poster")}</a>}
            <a href={`/raffle/${codeId}`}>{t("overview.raffle")}</a>
          </p>
        </div>
      ) : (
        hasShape(overTime.points) && <EntriesOverTime overTime={overTime} timeZone={timeZone} />
      )}
      <div className="overview-shares">
        <ShareTable
          title={t("overview.bySource")}
          label={t("overview.source")}
          counted={t("overview.entries")}
          rows={mostFirst(bySource.map(({ source, entries }) => ({ id: source, name: nameOf(source), entries })))}
          total={total}
        />
        <ShareTable
          title={t("overview.byRule")}
          label={t("overview.rule")}
          counted={t("overview.entries")}
          rows={byRule.map(({ ruleId, details, done }) => ({ id: ruleId, name: details, entries: done }))}
          total={total}
          empty={t("overview.noRules")}
        />
        {countsDrops && total > 0 && (
          <ShareTable
            title={t("overview.byDrops")}
            label={t("overview.drops")}
            counted={t("overview.entries")}
            rows={byDrops.map((span) => ({ id: String(span.least), name: dropsOf(span), entries: span.entries }))}
            total={total}
          />
        )}
        <ShareTable
          title={t("overview.byPrize")}
          label={t("overview.prize")}
          counted={t("overview.wishes")}
          rows={mostFirst(byPrize.map(({ prizeId, name, wished }) => ({ id: prizeId, name, entries: wished })))}
          total={total}
        />
      </div>
    </>
  );
}

function mostFirst<Row extends { readonly entries: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => b.entries - a.entries);
}

function Totals({
  raffle,
  overview,
  needsRules,
  countsDrops,
  timeZone,
}: Pick<View, "raffle" | "overview" | "needsRules" | "countsDrops" | "timeZone">) {
  const { t } = useTranslation("desk");
  const { language } = usePageTexts();
  const timestamp = useTimestamps();
  const { total, valid, inPlay, drops, byRule, overTime } = overview;
  const share = formatShare(valid, total, language);
  // Where no rule is required, it says nothing of a draw that few have done them all.
  const counted = needsRules ? valid : inPlay;
  const most = Math.max(0, ...overTime.points.map((point) => point.entries));
  const busiest = overTime.points.find((point) => point.entries === most);
  return (
    <dl className="overview-totals">
      <div className="overview-total">
        <dt>{t("overview.total")}</dt>
        <dd>
          <strong>{formatCount(total, language)}</strong>
          <span>{t(raffle.open ? "overview.openUntil" : "overview.closedSince", timestamp(raffle.due))}</span>
        </dd>
      </div>
      <div className="overview-total overview-total-valid">
        <dt>{t(needsRules ? "overview.valid" : "overview.inPlay")}</dt>
        <dd>
          <strong>{formatCount(counted, language)}</strong>
          {!needsRules && <span>{t("overview.inPlayHint")}</span>}
          {needsRules && byRule.length === 0 && <span>{t("overview.validNoRules")}</span>}
          {byRule.length > 0 && <span>{t("overview.validShare", { share })}</span>}
          <span>
            <InPlay counts={overview} />
          </span>
          <span className="share-bar" aria-hidden="true">
            <i style={{ inlineSize: `${total === 0 ? 0 : (100 * counted) / total}%` }} />
          </span>
        </dd>
      </div>
      {countsDrops && (
        <div className="overview-total">
          <dt>{t("overview.drops")}</dt>
          <dd>
            <strong>{formatCount(drops, language)}</strong>
            <span>{t("overview.dropsHint")}</span>
          </dd>
        </div>
      )}
      {busiest && (
        <div className="overview-total overview-total-busiest">
          <dt>{t(`overview.busiest.${overTime.every === 1 ? overTime.step : "spell"}`)}</dt>
          <dd>
            <strong>{formatCount(most, language)}</strong>
            <span>{stepFormat(overTime.step, language, timeZone)(new Date(busiest.from))}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The state of the live connection. `ended`: this browser may no longer see the numbers. */
type LiveStatus = "connecting" | "live" | "lost" | "ended";

/**
 * Delay before our own reconnect, in milliseconds. A browser reconnects by itself after a break, but not after a
 * response that is no event stream.
 */
const FIRST_WAIT_MS = 3000;
const MAX_WAIT_MS = 60_000;

/** A raffle's overview, updated by the server on each change while the page is visible. */
function useLiveOverview(codeId: string, initial: EntryOverview) {
  const [overview, setOverview] = useState(initial);
  const [status, setStatus] = useState<LiveStatus>("connecting");

  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = FIRST_WAIT_MS;
    let ended = false;

    function close() {
      clearTimeout(timer);
      source?.close();
      source = undefined;
    }

    function open() {
      close();
      const opened = new EventSource(`/api/raffles/${codeId}/overview/events`);
      source = opened;
      opened.addEventListener("overview", ({ data }: MessageEvent<string>) => {
        wait = FIRST_WAIT_MS;
        setOverview(JSON.parse(data) as EntryOverview);
        setStatus("live");
      });
      opened.addEventListener("ended", () => {
        ended = true;
        close();
        setStatus("ended");
      });
      opened.addEventListener("error", () => {
        setStatus("lost");
        if (opened.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, wait);
        wait = Math.min(wait * 2, MAX_WAIT_MS);
      });
    }

    // Browsers limit connections per site, so a tab in the background closes its stream.
    function follow() {
      if (document.hidden || ended) close();
      else open();
    }

    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      close();
    };
  }, [codeId]);

  return { overview, status };
}

/** Whether the numbers are live. Screen readers announce only a change of this, never the numbers. */
function LiveLine({ status }: { readonly status: LiveStatus }) {
  const { t } = useTranslation("desk");
  return (
    <p className="live-line">
      <span className="chip chip-quiet live-chip needs-script" role="status" data-status={status}>
        {t(`overview.status.${status}`)}
      </span>
      {status !== "live" && (
        <a className="live-refresh" href="?">
          {t("overview.refresh")}
        </a>
      )}
    </p>
  );
}

type ShareTableProps = {
  readonly title: string;
  readonly label: string;
  readonly counted: string;
  readonly rows: readonly { readonly id: string; readonly name: string; readonly entries: number }[];
  readonly total: number;
  readonly empty?: string;
};

/** A bar chart built as a table. Each row has its count, and its share of all entries as percent and bar. */
function ShareTable({ title, label, counted, rows, total, empty }: ShareTableProps) {
  const { t } = useTranslation("desk");
  const { language } = usePageTexts();
  return (
    <FormSection title={title}>
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <table className="share-table">
          <TableHead className="visually-hidden" labels={[label, counted, t("overview.share")]} />
          <tbody>
            {rows.map(({ id, name, entries }) => (
              <tr key={id}>
                <th scope="row">
                  <span>{name}</span>
                  <span className="share-bar" aria-hidden="true">
                    <i style={{ inlineSize: `${total === 0 ? 0 : Math.min(100, (100 * entries) / total)}%` }} />
                  </span>
                </th>
                <td>{formatCount(entries, language)}</td>
                <td>{formatShare(entries, total, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </FormSection>
  );
}
