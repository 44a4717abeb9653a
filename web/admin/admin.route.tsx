import { useTranslation } from "react-i18next";
import { readSiteStats } from "#src/admin/site-stats.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import { countUnsentMails } from "#src/mail/read.ts";
import { usePageTexts, useTimestamps } from "../page/page-texts.tsx";
import { FormSection, Notice } from "../ui/page-parts.tsx";
import { TableHead } from "../ui/table-head.tsx";
import { When } from "../ui/when.tsx";
import type { Route } from "./+types/admin.route.ts";
import { adminLoader } from "./admin-screen.ts";

export const loader = adminLoader(async ({ site, scope }) => {
  const { hours, mails, ...totals } = await inSnapshot(site.db, async (reader) => ({
    ...(await readSiteStats(reader, scope)),
    mails: await countUnsentMails(reader),
  }));
  return {
    totals,
    mails: { failed: mails.failed, unclear: mails.unclear },
    hours,
    hasOperatorEmail: site.config.operatorEmail !== undefined,
  };
});

const TOTALS = ["raffles", "published", "users", "entries", "entriesOfDay"] as const;

/** The site's totals, and its activity in the last day. */
export default function AdminStats({ loaderData }: Route.ComponentProps) {
  const { totals, mails, hours, hasOperatorEmail } = loaderData;
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  const most = Math.max(...hours.map((hour) => hour.entries));
  return (
    <>
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
      <FormSection
        title={t("admin.plot")}
        hint={`${t("admin.plotHint", { most: formatCount(most, language) })} ${t("admin.moment")}`}
      >
        <Plot hours={hours} most={most} />
        <details>
          <summary>{t("admin.plotTable")}</summary>
          <table className="admin-hours">
            <TableHead labels={[t("admin.hour"), t("admin.entries")]} />
            <tbody>
              {hours.map(({ from, entries }) => (
                <tr key={from.getTime()}>
                  <th scope="row">
                    <When at={from} />
                  </th>
                  <td>{formatCount(entries, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </FormSection>
    </>
  );
}

const HEIGHT = 120;
const BAR = 20;
const GAP = 4;

type PlotProps = Pick<Route.ComponentProps["loaderData"], "hours"> & { readonly most: number };

/** One bar for each hour. The table below it has the same data for screen readers. */
function Plot({ hours, most }: PlotProps) {
  const timestamp = useTimestamps();
  const width = hours.length * (BAR + GAP);
  return (
    <svg className="admin-plot" viewBox={`0 0 ${width} ${HEIGHT + 1}`} aria-hidden="true" focusable="false">
      <line x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} />
      {hours.map(({ from, entries }, index) => {
        const height = most === 0 ? 0 : (entries / most) * HEIGHT;
        return (
          <rect key={from.getTime()} x={index * (BAR + GAP)} y={HEIGHT - height} width={BAR} height={height}>
            <title>{`${timestamp(from).time}: ${entries}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
