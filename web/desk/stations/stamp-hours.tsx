import { useTranslation } from "react-i18next";
import type { HourOfStamps } from "#src/earning/stamps/read.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { FormSection } from "../../ui/page-parts.tsx";
import { SideScroll } from "../../ui/side-scroll.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import "./stations.css";

type StampHoursProps = {
  readonly hours: readonly HourOfStamps[];
  readonly stations: readonly { readonly id: string; readonly name: string }[];
};

/** The stamps of each station by hour and by whose screen it was: what a shop looks at that suspects somebody. */
export function StampHours({ hours, stations }: StampHoursProps) {
  const { t } = useTranslation("stamps");
  const timestamp = useTimestamps();
  if (hours.length === 0) return null;
  const names = new Map(stations.map(({ id, name }) => [id, name]));
  const heads = ["hour", "station", "screen", "count", "entries", "networks", "most"] as const;
  return (
    <FormSection title={t("desk.hours")} hint={t("desk.hoursHint")}>
      <details>
        <summary>{t("desk.rows", { count: hours.length })}</summary>
        <SideScroll className="stamp-hours" label={t("desk.count")}>
          <table>
            <TableHead labels={heads.map((head) => t(`desk.${head}`))} />
            <tbody>
              {hours.map(({ stationId, hour, shownBy, stamps, entries, networks, most }) => {
                const { date, time } = timestamp(hour);
                return (
                  <tr key={`${hour.toISOString()} ${stationId} ${shownBy}`}>
                    <th scope="row">
                      {date}, {time}
                    </th>
                    <td>{names.get(stationId) ?? ""}</td>
                    <td data-label={t("desk.screen")}>{shownBy}</td>
                    <td data-label={t("desk.count")}>{stamps}</td>
                    <td data-label={t("desk.entries")}>{entries}</td>
                    <td data-label={t("desk.networks")}>{networks}</td>
                    <td data-label={t("desk.most")}>{most}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </SideScroll>
      </details>
    </FormSection>
  );
}
