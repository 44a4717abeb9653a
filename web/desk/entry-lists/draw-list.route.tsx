import { useTranslation } from "react-i18next";
import { Form, useLocation, useNavigation } from "react-router";
import { accept } from "#src/base/outcome.ts";
import { deleteEntry } from "#src/entries/edit/delete-entry.ts";
import { type HeldDeletion, listDeletions, undoDeletion } from "#src/entries/edit/undo-deletion.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { REMOVAL_REASONS } from "#src/raffles/limits.ts";
import { SelectField } from "../../forms/fields.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { formText } from "../../requests/form-text.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Notice, useSentences } from "../../ui/page-parts.tsx";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { EmptyList, ListHead, ListPages, Verdict } from "../listed-entries/list-frame.tsx";
import { type ListedEntryView, loadEntryList } from "../listed-entries/listed-entries.ts";
import type { Route } from "./+types/draw-list.route.ts";
import "./draw-list.css";

export const handle: PageHandle = { hydrate: true, texts: ["desk", "raffles", "messages"] };

export const loader = deskLoader("desk:lists.drawDescription", async (screen) => {
  const { site, scope } = screen;
  const [list, held] = await Promise.all([
    loadEntryList(screen, { withSource: false }),
    listDeletions(site.db, scope, site.clock),
  ]);
  return { list, held };
});

/**
 * Deletes an entry, or undoes that. The page itself asks for confirmation before deleting an entry, which works without
 * JavaScript.
 */
export const action = deskAction({
  read: (form) => ({ entryCode: formText(form, "entryCode"), reason: formText(form, "reason") }),
  change: async ({ deps, scope, form, intent, typed }) => {
    if (intent === "delete") return deleteEntry(deps, scope, typed);
    if (intent === "undo") return undoDeletion(deps, scope, formText(form, "entryId"));
    return accept(null);
  },
});

type DrawListResult = NonNullable<Route.ComponentProps["actionData"]>;

/** A raffle's entries, each collapsed to its name and code. */
export default function DrawList({ loaderData, actionData: result, params }: Route.ComponentProps) {
  const { list, held } = loaderData;
  const { accessCode } = params;
  const { codeId, ruleEffect } = list.raffle;
  const { t } = useTranslation("desk");
  // Whoever looks for one person need not open what was found.
  const asked = result && !result.done && !result.refusal ? result.typed.entryCode : null;
  const isFound = list.fragment.trim() !== "" && list.entries.length === 1;
  return (
    <>
      <ListHead title={t("lists.drawHeading")} list={list} searchLabel={t("lists.searchLabel")}>
        <ButtonLink label={t("lists.masterHeading")} href={`/draw-masterlist/${codeId}/${accessCode}`} />
      </ListHead>
      {result && <Outcome result={result} />}
      <HeldDeletions held={held} />
      {list.entries.length === 0 ? (
        <EmptyList list={list} />
      ) : (
        <ul className="entry-list box">
          {list.entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              codeId={codeId}
              accessCode={accessCode}
              asked={asked === entry.entryCode}
              opened={isFound}
              saysMissing={list.filters.asksMissing}
              saysDrops={ruleEffect.drops}
            />
          ))}
        </ul>
      )}
      <ListPages list={list} />
    </>
  );
}

function Outcome({ result: { intent, done, refusal } }: { readonly result: DrawListResult }) {
  const { t } = useTranslation(["desk", "messages"]);
  const reasons = useSentences();
  const focus = useAnswerFocus<HTMLDivElement>(done ?? refusal);
  if (!done && !refusal) return null;
  return (
    <div {...focus}>
      {done ? (
        <Notice kind="success">
          {t(intent === "delete" ? "lists.deleted" : "lists.undo.done", { first: done.firstName, last: done.lastName })}
        </Notice>
      ) : (
        <Notice kind="error">
          {intent === "delete" ? t("lists.deleteFailed") : `❌ ${reasons(refusal?.summary)}`}
        </Notice>
      )}
    </div>
  );
}

type EntryProps = {
  readonly entry: ListedEntryView;
  readonly codeId: string;
  readonly accessCode: string;
  readonly asked: boolean;
  readonly opened: boolean;
  /** Whether what is missing stands in the row itself. */
  readonly saysMissing: boolean;
  /** Whether drops change a chance in this raffle. */
  readonly saysDrops: boolean;
};

function Entry({ entry, codeId, accessCode, asked, opened, saysMissing, saysDrops }: EntryProps) {
  const { t } = useTranslation("desk");
  const { state, formData } = useNavigation();
  // Cancelling a deletion keeps the search and the page.
  const { search: here } = useLocation();
  const pressed = state === "idle" || formData?.get("entryCode") !== entry.entryCode ? null : formData.get("intent");
  const names = { first: entry.firstName, last: entry.lastName };
  return (
    <li>
      <details open={asked || opened || undefined}>
        <summary>
          <span>
            {entry.firstName} {entry.lastName}
            {entry.disqualified && <strong className="is-invalid is-disqualified">{t("lists.disqualified")}</strong>}
          </span>
          <span className="entry-list-code">{entry.entryCode}</span>
          <Verdict entry={entry} />
          {saysDrops && <span className="entry-list-drops">{t("lists.dropsOfEntry", { count: entry.drops })}</span>}
          <span className="entry-list-source">{entry.source}</span>
          <time dateTime={entry.made.iso}>{entry.made.text}</time>
          {saysMissing && entry.missing.length > 0 && (
            <span className="entry-list-missing">
              {t("lists.missing")}: {entry.missing.join(" · ")}
            </span>
          )}
        </summary>
        <p>{entry.standing}</p>
        <dl className="facts">
          <Fact label={t("lists.email")} value={entry.email || t("changes.nothing")} />
          <Fact label={t("lists.contact")} value={entry.phone || t("changes.nothing")} />
          <Fact label={t("lists.address")} value={entry.address} />
          {saysDrops && <Fact label={t("lists.drops")} value={entry.drops} />}
          {entry.missing.length > 0 && <Fact label={t("lists.missing")} value={entry.missing.join(" · ")} />}
        </dl>
        <Form
          method="post"
          preventScrollReset
          className="entry-list-actions"
          data-failed={t("lists.deleteFailed")}
          data-asks={asked ? "gone" : undefined}
          data-asks-at={`/update-entry/${entry.entryCode}?raffle=${codeId}`}
        >
          <input type="hidden" name="entryCode" value={entry.entryCode} />
          {asked ? (
            <Question names={names} deleting={pressed === "delete"} here={here || "?"} />
          ) : (
            <div className="actions">
              <ButtonLink label={t("lists.view")} href={`/update-entry/${entry.entryCode}?raffle=${codeId}`} />
              <ButtonLink
                label={t("lists.checkOne")}
                look="quiet"
                href={`/check-entries/${codeId}/${accessCode}?q=${entry.entryCode}`}
              />
              <Submit
                label={t("lists.delete")}
                look="quiet"
                about={`${entry.firstName} ${entry.lastName}`}
                intent="ask"
              />
            </div>
          )}
        </Form>
      </details>
    </li>
  );
}

type QuestionProps = {
  readonly names: { readonly first: string; readonly last: string };
  readonly deleting: boolean;
  /** The address of the list as it is shown. */
  readonly here: string;
};

/** The question before a deletion. It takes the focus, so that it is read out and answered by keyboard at once. */
function Question({ names, deleting, here }: QuestionProps) {
  const { t } = useTranslation("desk");
  const focus = useAnswerFocus<HTMLDivElement>(true);
  return (
    <div {...focus} className="notice notice-error" role="alert">
      <p>{t("lists.confirm", names)}</p>
      <SelectField
        name="reason"
        label={t("lists.reason.label")}
        hint={t("lists.reason.hint")}
        options={REMOVAL_REASONS.map((reason) => ({ value: reason, label: t(`lists.reason.${reason || "none"}`) }))}
      />
      <div className="actions">
        <Submit label={deleting ? t("lists.deleting") : t("lists.confirmYes")} look="primary" intent="delete" />
        <ButtonLink label={t("lists.confirmNo")} href={here} />
      </div>
    </div>
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
