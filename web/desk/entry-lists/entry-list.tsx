import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { HeldDeletion } from "#src/entries/edit/undo-deletion.ts";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, RefusalNotice, useSentences } from "../../ui/page-parts.tsx";
import { EmptyList, ListHead, ListPages } from "../listed-entries/list-frame.tsx";
import type { Route } from "./+types/draw-list.route.ts";
import { ChosenEntries } from "./chosen-entries.tsx";
import { EntryCards } from "./entry-cards.tsx";
import { COLUMNS_NAME } from "./entry-list-names.ts";
import { ColumnChoiceForm, EntryTable, ExportLinks } from "./entry-table.tsx";
import "./entry-list.css";

type ListResult = NonNullable<Route.ComponentProps["actionData"]>;

/** A raffle's entries in one of two views: cards, each with what can be done, or a table to compare and to export. */
export function EntryList({ loaderData, actionData: result, params }: Route.ComponentProps) {
  const { view, list, held } = loaderData;
  const { codeId, rules, ruleEffect } = list.raffle;
  const { t } = useTranslation("desk");
  const isTable = view === "table";
  const asked = result && !result.done && !result.refusal ? result.typed.entryCode : "";
  const columns = loaderData.columns.filter(({ name }) => name !== "drops" || ruleEffect.drops);
  const canChoose = rules.length > 0 && list.entries.length > 0;
  const chosen = canChoose ? list.chosen : null;
  const to = (address: string) =>
    [`/${address}/${codeId}/${params.accessCode}`, list.filters.asked].filter(Boolean).join("?");
  return (
    <>
      <ListHead
        title={t(isTable ? "lists.masterHeading" : "lists.drawHeading")}
        list={list}
        searchLabel={t(isTable ? "lists.searchLabelSources" : "lists.searchLabel")}
        views={[
          { label: t("lists.drawHeading"), href: to("draw-list"), current: !isTable },
          { label: t("lists.masterHeading"), href: to("draw-masterlist"), current: isTable },
        ]}
        tools={
          <>
            {canChoose && <a href={`?${list.filters.all}`}>{t("lists.bulk.all")}</a>}
            {isTable && (
              <>
                <label className="master-whole">
                  <input type="checkbox" />
                  {t("lists.whole")}
                </label>
                <ColumnChoiceForm columns={columns} answered={result?.intent === COLUMNS_NAME} />
              </>
            )}
          </>
        }
      >
        {isTable && <ExportLinks list={list} />}
      </ListHead>
      {result && <Outcome result={result} />}
      <HeldDeletions held={held} />
      {list.entries.length === 0 ? (
        <EmptyList list={list} />
      ) : (
        <div className="list-choice stack-2">
          {isTable ? (
            <EntryTable list={list} columns={columns} chosen={chosen} />
          ) : (
            <EntryCards list={list} accessCode={params.accessCode} asked={asked || null} chosen={chosen} />
          )}
          {canChoose && <ChosenEntries list={list} />}
        </div>
      )}
      <ListPages list={list} />
    </>
  );
}

/** What became of a deletion, its undoing, or ticks of several entries. Without scripts too it takes the focus. */
function Outcome({ result }: { readonly result: ListResult }) {
  const { intent, done, refusal } = result;
  const focus = useAnswerFocus<HTMLDivElement>(result);
  const isOfTicks = intent === "tick" || intent === "untick";
  if (!done && !refusal) return null;
  return <div {...focus}>{isOfTicks ? <Ticked result={result} /> : <OfOne result={result} />}</div>;
}

function Ticked({ result: { done, refusal } }: { readonly result: ListResult }) {
  const { t } = useTranslation("desk");
  if (refusal) return <RefusalNotice refusal={refusal} />;
  const { changed: count, refused = 0 } = done && "changed" in done ? done : { changed: 0 };
  const said = count === 0 && refused === 0 ? t("lists.bulk.none") : t("lists.bulk.done", { count });
  return (
    <Notice kind={count === 0 ? "info" : "success"}>
      {[said, refused > 0 && t("lists.bulk.refused", { count: refused })].filter(Boolean).join(" ")}
    </Notice>
  );
}

function OfOne({ result: { intent, done, refusal } }: { readonly result: ListResult }) {
  const { t } = useTranslation(["desk", "messages"]);
  const reasons = useSentences();
  if (done && "firstName" in done) {
    const names = { first: done.firstName, last: done.lastName };
    return <Notice kind="success">{t(intent === "delete" ? "lists.deleted" : "lists.undo.done", names)}</Notice>;
  }
  return (
    <Notice kind="error" answers>
      {intent === "delete" ? t("lists.deleteFailed") : `❌ ${reasons(refusal?.summary)}`}
    </Notice>
  );
}

/** The entries that were deleted within the last minute, each with the button that brings it back. */
function HeldDeletions({ held }: { readonly held: readonly HeldDeletion[] }) {
  const { t } = useTranslation("desk");
  if (held.length === 0) return null;
  return (
    <section className="notice notice-info" aria-labelledby="held">
      <h2 id="held" className="notice-heading">
        {t("lists.undo.heading")}
      </h2>
      <p>{t("lists.undo.hint")}</p>
      {held.map(({ entryId, firstName, lastName }) => (
        <Form key={entryId} method="post" preventScrollReset className="actions">
          <input type="hidden" name="entryId" value={entryId} />
          <span>
            {firstName} {lastName}
          </span>
          <Submit label={t("lists.undo.button")} about={`${firstName} ${lastName}`} intent="undo" />
        </Form>
      ))}
    </section>
  );
}
