import { useTranslation } from "react-i18next";
import type { FormattedTimestamp } from "#src/i18n/format.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import { usePageTexts } from "../page/page-texts.tsx";
import { Moment } from "../ui/moment.tsx";
import { Notice } from "../ui/notice.tsx";
import { AdminHead } from "./admin-head.tsx";
import "./admin.css";

type Hour = { readonly from: FormattedTimestamp; readonly entries: number };

type AdminNumbersProps = {
  readonly totals: Readonly<Record<"raffles" | "published" | "users" | "entries" | "entriesOfDay", number>>;
  /** Number of mails that need an admin's attention. */
  readonly mails: Readonly<Record<"failed" | "unclear", number>>;
  /** The oldest first. */
  readonly hours: readonly Hour[];
  /** Whether visitors see a contact address. */
  readonly hasOperatorEmail: boolean;
};

const TOTALS = ["raffles", "published", "users", "entries", "entriesOfDay"] as const;

/** The site's totals, and its activity in the last day. */
export function AdminStats({ totals, mails, hours, hasOperatorEmail }: AdminNumbersProps) {
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  const most = Math.max(...hours.map((hour) => hour.entries));
  return (
    <>
      <AdminHead title={t("admin.heading")} />
      {!hasOperatorEmail && <Notice kind="info">{t("admin.noOperatorEmail")}</Notice>}
      {(["failed", "unclear"] as const)
        .filter((state) => mails[state] > 0)
        .map((state) => (
          <Notice key={state} kind="info">
            <a href={`/admin/mails?state=${state}`}>{t(`mailList.look.${state}`, { count: mails[state] })}</a>
          </Notice>
        ))}
      <dl className="admin-totals">
        {TOTALS.map((name) => (
          <div key={name} className="form-section">
            <dt>{t(`admin.${name}`)}</dt>
            <dd>{formatCount(totals[name], language)}</dd>
          </div>
        ))}
      </dl>
      <section className="form-section" aria-labelledby="plot">
        <h2 id="plot">{t("admin.plot")}</h2>
        <p className="hint">
          {t("admin.plotHint", { most: formatCount(most, language) })} {t("admin.moment")}
        </p>
        <Plot hours={hours} most={most} />
        <details>
          <summary>{t("admin.plotTable")}</summary>
          <table className="admin-hours">
            <thead>
              <tr>
                <th scope="col">{t("admin.hour")}</th>
                <th scope="col">{t("admin.entries")}</th>
              </tr>
            </thead>
            <tbody>
              {hours.map(({ from, entries }) => (
                <tr key={from.iso}>
                  <th scope="row">
                    <Moment at={from} />
                  </th>
                  <td>{formatCount(entries, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </section>
    </>
  );
}

const HEIGHT = 120;
const BAR = 20;
const GAP = 4;

/** One bar for each hour. The table below it has the same data for screen readers. */
function Plot({ hours, most }: { readonly hours: readonly Hour[]; readonly most: number }) {
  const width = hours.length * (BAR + GAP);
  return (
    <svg className="admin-plot" viewBox={`0 0 ${width} ${HEIGHT + 1}`} aria-hidden="true" focusable="false">
      <line x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} />
      {hours.map(({ from, entries }, index) => {
        const height = most === 0 ? 0 : (entries / most) * HEIGHT;
        return (
          <rect key={from.iso} x={index * (BAR + GAP)} y={HEIGHT - height} width={BAR} height={height}>
            <title>{`${from.time}: ${entries}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
