import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { SideScroll } from "../../ui/side-scroll.tsx";
import type { Route } from "./+types/draw-masterlist.route.ts";
import { BulkTicks, TickNotice } from "./bulk-ticks/bulk-ticks.tsx";
import { ColumnChoiceForm } from "./columns/column-choice.tsx";
import { COLUMNS_NAME } from "./columns/columns.ts";
import { MasterRow } from "./columns/master-row.tsx";
import { EmptyList } from "./empty-list.tsx";
import { ListHead } from "./list-head.tsx";
import { ListPages } from "./list-pages.tsx";

/** All entries of a raffle in one table, to check and to export. */
export function MasterList({ loaderData, actionData: result, params }: Route.ComponentProps) {
  const { list } = loaderData;
  const { accessCode } = params;
  const { t } = useTranslation("desk");
  const columns = loaderData.columns.filter(({ name }) => name !== "drops" || list.raffle.ruleEffect.drops);
  const isOfColumns = result?.intent === COLUMNS_NAME;
  const ticked = isOfColumns ? null : result;
  const shown = columns.filter((column) => column.shown).map(({ name }) => name);
  const file = (kind: "csv" | "xlsx", columns: string) =>
    [`/api/raffles/${list.raffle.codeId}/entries.${kind}`, [list.filters.asked, columns].filter(Boolean).join("&")]
      .filter(Boolean)
      .join("?");
  return (
    <>
      <ListHead
        title={t("lists.masterHeading")}
        list={list}
        searchLabel={t("lists.searchLabelSources")}
        tools={
          <>
            {list.raffle.rules.length > 0 && list.entries.length > 0 && (
              <a href={`?${list.filters.all}`}>{t("lists.bulk.all")}</a>
            )}
            <label className="master-whole">
              <input type="checkbox" />
              {t("lists.whole")}
            </label>
            <ColumnChoiceForm columns={columns} answered={isOfColumns} />
          </>
        }
      >
        <ButtonLink label={t("lists.export")} look="primary" href={file("csv", "")} download />
        {list.fitsSheet ? (
          <ButtonLink label={t("lists.exportXlsx")} href={file("xlsx", "")} download />
        ) : (
          <p className="hint">{t("tooManyForXlsx", { ns: "messages" })}</p>
        )}
        <ButtonLink
          label={t("lists.exportAll")}
          look="quiet"
          href={file(list.fitsSheet ? "xlsx" : "csv", "columns=all")}
          download
        />
        <ButtonLink
          label={t("lists.drawHeading")}
          look="quiet"
          href={`/draw-list/${list.raffle.codeId}/${accessCode}`}
        />
        {list.filters.asked !== "" && <p className="hint">{t("lists.exportNarrowed")}</p>}
      </ListHead>
      {list.entries.length === 0 ? (
        <>
          {ticked && <TickNotice result={ticked} />}
          <EmptyList list={list} />
        </>
      ) : (
        <form method="post" className="master-form">
          <SideScroll className="master-scroll" label={t("lists.masterHeading")}>
            <table className="master-table">
              <thead>
                <tr>
                  {(["number", "fullName", ...shown] as const).map((column) => (
                    <th key={column} scope="col">
                      {t(`lists.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.entries.map((entry, index) => (
                  <MasterRow
                    key={entry.id}
                    entry={entry}
                    codeId={list.raffle.codeId}
                    columns={shown}
                    number={list.first === null ? null : list.first + index}
                    chosen={list.raffle.rules.length === 0 ? null : list.chosen}
                  />
                ))}
              </tbody>
            </table>
          </SideScroll>
          {ticked && <TickNotice result={ticked} />}
          {list.raffle.rules.length > 0 && <BulkTicks list={list} />}
        </form>
      )}
      <ListPages list={list} />
    </>
  );
}
