import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { SideScroll } from "../../ui/side-scroll.tsx";
import { BulkTicks, TickNotice, type TickResult } from "./bulk-ticks/bulk-ticks.tsx";
import { ColumnChoiceForm } from "./columns/column-choice.tsx";
import type { ColumnChoice } from "./columns/columns.ts";
import { MasterRow } from "./columns/master-row.tsx";
import { EmptyList } from "./empty-list.tsx";
import type { EntryListData } from "./entry-list-page.ts";
import { ListHead } from "./list-head.tsx";
import { ListPages } from "./list-pages.tsx";

type MasterListProps = {
  readonly list: EntryListData;
  readonly accessCode: string;
  readonly columns: ColumnChoice;
  /** What became of the press: of a tick, or of the columns that were chosen. */
  readonly result: TickResult | "columns" | null;
};

/** All entries of a raffle in one table, to check and to export. */
export function MasterList({ list, accessCode, columns: all, result }: MasterListProps) {
  const { t } = useTranslation("desk");
  const columns = all.filter(({ name }) => name !== "drops" || list.raffle.ruleEffect.drops);
  const ticked = result === "columns" ? null : result;
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
        below={<ColumnChoiceForm columns={columns} answered={result === "columns"} />}
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
          {list.raffle.rules.length > 0 && (
            <p>
              <a href={`?${list.filters.all}`}>{t("lists.bulk.all")}</a>
            </p>
          )}
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
