import { useTranslation } from "react-i18next";
import { LISTED_FIELDS, type ListedField } from "#src/entries/fields.ts";
import { SideScroll } from "../../ui/side-scroll.tsx";
import { BulkTicks, ChooseEntry, TickNotice, type TickResult } from "./bulk-ticks/bulk-ticks.tsx";
import { EmptyList } from "./empty-list.tsx";
import type { EntryListData } from "./entry-list-page.ts";
import type { ListedEntryView } from "./entry-list-view.ts";
import { ListHead, RaffleInformation } from "./list-head.tsx";
import { ListPages } from "./list-pages.tsx";
import { Verdict } from "./verdict.tsx";

type MasterListProps = { readonly list: EntryListData; readonly result: TickResult | null };

const COLUMNS = [
  "number",
  "fullName",
  "contactInfo",
  "wishlist",
  "checklist",
  "validation",
  "drops",
  "entered",
] as const;

/** The fields below an entry's code and source, the ways to reach the person first. */
const DETAILS = [...new Set<ListedField>(["email", "phone", "address", ...LISTED_FIELDS])].filter(
  (name) => name !== "firstName" && name !== "lastName",
);

/** All entries of a raffle in one table, to check and to export. */
export function MasterList({ list, result }: MasterListProps) {
  const { t } = useTranslation("desk");
  const file = (kind: "csv" | "xlsx", columns: string) =>
    [`/api/raffles/${list.raffle.codeId}/entries.${kind}`, [list.filters.asked, columns].filter(Boolean).join("&")]
      .filter(Boolean)
      .join("?");
  return (
    <>
      <ListHead title={t("lists.masterHeading")} list={list} searchLabel={t("lists.searchLabelSources")}>
        <a className="button button-primary" href={file("csv", "")} download>
          {t("lists.export")}
        </a>
        {list.fitsSheet ? (
          <a className="button" href={file("xlsx", "")} download>
            {t("lists.exportXlsx")}
          </a>
        ) : (
          <p className="hint">{t("messages:tooManyForXlsx")}</p>
        )}
        <a className="button button-quiet" href={file(list.fitsSheet ? "xlsx" : "csv", "columns=all")} download>
          {t("lists.exportAll")}
        </a>
        {list.filters.asked !== "" && <p className="hint">{t("lists.exportNarrowed")}</p>}
      </ListHead>
      {result && <TickNotice result={result} />}
      {list.entries.length === 0 ? (
        <EmptyList list={list} />
      ) : (
        <form method="post" className="master-form" data-failed={t("lists.bulk.failed")}>
          <SideScroll className="master-scroll" label={t("lists.masterHeading")}>
            <table className="master-table">
              <thead>
                <tr>
                  {COLUMNS.map((column) => (
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
                    number={list.first === null ? null : list.first + index}
                    chosen={list.raffle.rules.length === 0 ? null : list.chosen}
                  />
                ))}
              </tbody>
            </table>
          </SideScroll>
          {list.raffle.rules.length > 0 && <BulkTicks list={list} />}
        </form>
      )}
      <ListPages list={list} />
      <RaffleInformation list={list} />
    </>
  );
}

type RowProps = {
  readonly entry: ListedEntryView;
  readonly number: number | null;
  /** Null where there is nothing to choose entries for. */
  readonly chosen: boolean | null;
};

function MasterRow({ entry, number, chosen }: RowProps) {
  const { t } = useTranslation("desk");
  const wishes = entry.wishes.map(({ prize, note }) => {
    const name = prize ?? t("lists.unknownPrize");
    return note === "" ? name : `${name} (${note})`;
  });
  const rules = entry.rules.map((rule) => `✔ ${rule ?? t("lists.unknownRule")}`);
  return (
    <tr>
      <td>
        {number}
        {chosen !== null && (
          <ChooseEntry entryCode={entry.entryCode} name={`${entry.firstName} ${entry.lastName}`} chosen={chosen} />
        )}
      </td>
      <th scope="row">
        {entry.lastName}, {entry.firstName}
      </th>
      <td>
        <Lines texts={[entry.entryCode, entry.source, ...DETAILS.map((name) => entry[name])].filter(Boolean)} />
      </td>
      <td data-label={t("lists.wishlist")}>{wishes.length > 0 ? <Lines texts={wishes} /> : t("lists.noWishlist")}</td>
      <td data-label={t("lists.checklist")}>
        {rules.length > 0 ? <Lines texts={rules} /> : t("lists.noChecklist")}
        {rules.length > 0 && entry.missing.length > 0 && (
          <p className="hint">
            {t("lists.missing")}: {entry.missing.join(" · ")}
          </p>
        )}
      </td>
      <td className="master-verdict">
        <Verdict entry={entry} />
        {entry.disqualified && <strong className="is-invalid is-disqualified">{t("lists.disqualified")}</strong>}
      </td>
      <td data-label={t("lists.drops")}>{entry.drops}</td>
      <td data-label={t("lists.entered")}>
        <time dateTime={entry.made.iso}>{entry.made.text}</time>
      </td>
    </tr>
  );
}

function Lines({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
