import { useTranslation } from "react-i18next";
import { MAX_REASON } from "#src/earning/limits.ts";
import { LISTED_FIELDS, type ListedField } from "#src/entries/fields.ts";
import { tickable } from "#src/raffles/proof/ways.ts";
import { Checkbox, SelectField, TextField } from "../../forms/fields.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, RefusalNotice } from "../../ui/page-parts.tsx";
import { SideScroll } from "../../ui/side-scroll.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { EmptyList, ListHead, ListPages, Verdict } from "../listed-entries/list-frame.tsx";
import type { EntryListData, ListedEntryView } from "../listed-entries/listed-entries.ts";
import type { Route } from "./+types/draw-masterlist.route.ts";
import "./master-list.css";

type ColumnChoice = Route.ComponentProps["loaderData"]["columns"];
type Column = ColumnChoice[number]["name"];
type TickResult = NonNullable<Route.ComponentProps["actionData"]>;

/** The name of the boxes in the form, and of the cookie. */
export const COLUMNS_NAME = "columns";

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
        <form method="post" className="master-form stack-2">
          <SideScroll className="master-scroll box" label={t("lists.masterHeading")}>
            <table className="master-table">
              <TableHead labels={(["number", "fullName", ...shown] as const).map((column) => t(`lists.${column}`))} />
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

/** The fields below an entry's code and source, the ways to reach the person first. */
const DETAILS = [...new Set<ListedField>(["email", "phone", "address", ...LISTED_FIELDS])].filter(
  (name) => name !== "firstName" && name !== "lastName",
);

type RowProps = {
  readonly entry: ListedEntryView;
  readonly codeId: string;
  readonly number: number | null;
  /** Null where there is nothing to choose entries for. */
  readonly chosen: boolean | null;
  readonly columns: readonly Column[];
};

/** One entry in the master list. Its name leads to where it is corrected. */
function MasterRow({ entry, codeId, number, chosen, columns }: RowProps) {
  const { t } = useTranslation("desk");
  return (
    <tr>
      <td>
        {number}
        {chosen !== null && (
          <ChooseEntry entryCode={entry.entryCode} name={`${entry.firstName} ${entry.lastName}`} chosen={chosen} />
        )}
      </td>
      <th scope="row">
        <a href={`/update-entry/${entry.entryCode}?raffle=${codeId}`}>
          {entry.lastName}, {entry.firstName}
        </a>
      </th>
      {columns.map((column) => (
        <td key={column} className={`master-${column}`} data-label={t(`lists.${column}`)}>
          <Cell entry={entry} column={column} />
        </td>
      ))}
    </tr>
  );
}

function Cell({ entry, column }: { readonly entry: ListedEntryView; readonly column: Column }) {
  const { t } = useTranslation("desk");
  switch (column) {
    case "contactInfo":
      return (
        <div className="master-cell">
          <Lines texts={[entry.entryCode, entry.source, ...DETAILS.map((name) => entry[name])].filter(Boolean)} />
        </div>
      );
    case "wishlist": {
      const wishes = entry.wishes.map(({ prize, note }) => {
        const name = prize ?? t("lists.unknownPrize");
        return note === "" ? name : `${name} (${note})`;
      });
      return (
        <div className="master-cell">
          {wishes.length > 0 ? <Lines texts={wishes} /> : t("lists.noWishlist")}
          {entry.notes.map(({ prize, note }) => (
            <p key={prize} className="hint">
              {t("lists.noteOnly", { prize: prize ?? t("lists.unknownPrize"), note })}
            </p>
          ))}
        </div>
      );
    }
    case "checklist": {
      const rules = entry.rules.map((rule) => `✔ ${rule ?? t("lists.unknownRule")}`);
      if (rules.length === 0) return t("lists.noChecklist");
      return (
        <div className="master-cell">
          <Lines texts={rules} />
          {entry.missing.length > 0 && (
            <p className="hint">
              {t("lists.missing")}: {entry.missing.join(" · ")}
            </p>
          )}
        </div>
      );
    }
    case "validation":
      return (
        <>
          <Verdict entry={entry} />
          {entry.disqualified && <strong className="is-invalid is-disqualified">{t("lists.disqualified")}</strong>}
        </>
      );
    case "entered":
      return <time dateTime={entry.made.iso}>{entry.made.text}</time>;
    default:
      return entry[column];
  }
}

function Lines({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text} title={text}>
          {text}
        </li>
      ))}
    </ul>
  );
}

/**
 * What became of ticking a rule for several entries. It takes the focus: without scripts too it stands under the eye.
 */
function TickNotice({ result }: { readonly result: TickResult }) {
  const { t } = useTranslation("desk");
  const focus = useAnswerFocus<HTMLDivElement>(result);
  const { done, refusal } = result;
  return (
    <div {...focus}>
      {refusal ? (
        <RefusalNotice refusal={refusal} />
      ) : !done || done.changed === 0 ? (
        <Notice kind="info">{t("lists.bulk.none")}</Notice>
      ) : (
        <Notice kind="success">{t("lists.bulk.done", { count: done.changed })}</Notice>
      )}
    </div>
  );
}

/** The box that chooses an entry. Without scripts too, all of a page are chosen by a link. */
function ChooseEntry({ entryCode, name, chosen }: Record<"entryCode" | "name", string> & { chosen: boolean }) {
  const { t } = useTranslation("desk");
  return (
    <label className="bulk-choice">
      <input
        type="checkbox"
        name={`entry.${entryCode}`}
        defaultChecked={chosen}
        aria-label={t("lists.bulk.choose", { name })}
      />
    </label>
  );
}

/** The rule to tick, or to untick, for the chosen entries. Styles show it, with their number, once one is chosen. */
function BulkTicks({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const rules = tickable(list.raffle.rules).map(({ id, number, details }) => ({
    value: id,
    label: `${number}. ${details}`,
  }));
  return (
    <fieldset className="bulk-ticks">
      <legend>{t("lists.bulk.heading")}</legend>
      <SelectField name="ruleId" label={t("lists.bulk.rule")} options={rules} defaultValue={rules[0]?.value ?? ""} />
      {list.raffle.rules.some(({ proof }) => proof === "checked") && (
        <TextField name="reason" label={t("lists.bulk.reason")} maxLength={MAX_REASON} />
      )}
      <Submit label={t("lists.bulk.tick")} intent="tick" />
      <Submit label={t("lists.bulk.untick")} look="quiet" intent="untick" />
    </fieldset>
  );
}

type ColumnChoiceProps = {
  readonly columns: ColumnChoice;
  readonly answered: boolean;
};

/** The columns to choose, folded away. A form of its own: what is searched and filtered for stays in the address. */
function ColumnChoiceForm({ columns, answered }: ColumnChoiceProps) {
  const { t } = useTranslation("desk");
  // Whoever chose them goes on where they were.
  const focus = useAnswerFocus<HTMLDetailsElement>(answered);
  return (
    <details className="filter" {...(answered && focus)}>
      <summary>{t("lists.columns.heading")}</summary>
      <form method="post" className="filter-fields">
        {columns.map(({ name, shown }) => (
          <Checkbox key={name} name={COLUMNS_NAME} value={name} label={t(`lists.${name}`)} defaultChecked={shown} />
        ))}
        <Submit label={t("lists.columns.show")} intent={COLUMNS_NAME} />
      </form>
    </details>
  );
}
