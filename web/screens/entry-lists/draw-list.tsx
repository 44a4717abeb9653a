import { useTranslation } from "react-i18next";
import { Form, useLocation, useNavigation } from "react-router";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { Notice } from "../../ui/notice.tsx";
import { EmptyList } from "./empty-list.tsx";
import type { EntryListData } from "./entry-list-page.ts";
import type { ListedEntryView } from "./entry-list-view.ts";
import { ListHead, RaffleInformation } from "./list-head.tsx";
import { ListPages } from "./list-pages.tsx";
import { Verdict } from "./verdict.tsx";

type DrawListProps = {
  readonly list: EntryListData;
  readonly accessCode: string;
  readonly result: {
    /** The entry whose deletion is to be confirmed. */
    readonly asked: string | null;
    readonly deleted: { readonly firstName: string; readonly lastName: string } | null;
    readonly failed: boolean;
  } | null;
};

/** A raffle's entries, each collapsed to its name and code. */
export function DrawList({ list, accessCode, result }: DrawListProps) {
  const { t } = useTranslation("desk");
  const { codeId } = list.raffle;
  const deleted = result?.deleted;
  // Whoever looks for one person need not open what was found.
  const isFound = list.fragment.trim() !== "" && list.entries.length === 1;
  return (
    <>
      <ListHead title={t("lists.drawHeading")} list={list} searchLabel={t("lists.searchLabel")} />
      {deleted && (
        <Notice kind="success">{t("lists.deleted", { first: deleted.firstName, last: deleted.lastName })}</Notice>
      )}
      {result?.failed && <Notice kind="error">{t("lists.deleteFailed")}</Notice>}
      {list.entries.length === 0 ? (
        <EmptyList list={list} />
      ) : (
        <ul className="entry-list">
          {list.entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              codeId={codeId}
              accessCode={accessCode}
              asked={result?.asked === entry.entryCode}
              opened={isFound}
              saysMissing={list.filters.asksMissing}
            />
          ))}
        </ul>
      )}
      <ListPages list={list} />
      <RaffleInformation list={list} />
    </>
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
};

function Entry({ entry, codeId, accessCode, asked, opened, saysMissing }: EntryProps) {
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
          <span className="entry-list-drops">{t("lists.dropsOfEntry", { count: entry.drops })}</span>
          <span className="entry-list-source">{entry.source}</span>
          <time dateTime={entry.made.iso}>{entry.made.text}</time>
          {saysMissing && entry.missing.length > 0 && (
            <span className="entry-list-missing">
              {t("lists.missing")}: {entry.missing.join(" · ")}
            </span>
          )}
        </summary>
        <dl className="facts">
          <div>
            <dt>{t("lists.email")}</dt>
            <dd>{entry.email || t("changes.nothing")}</dd>
          </div>
          <div>
            <dt>{t("lists.contact")}</dt>
            <dd>{entry.phone || t("changes.nothing")}</dd>
          </div>
          <div>
            <dt>{t("lists.address")}</dt>
            <dd>{entry.address}</dd>
          </div>
          <div>
            <dt>{t("lists.drops")}</dt>
            <dd>{entry.drops}</dd>
          </div>
          {entry.missing.length > 0 && (
            <div>
              <dt>{t("lists.missing")}</dt>
              <dd>{entry.missing.join(" · ")}</dd>
            </div>
          )}
        </dl>
        <Form method="post" preventScrollReset className="entry-list-actions" data-failed={t("lists.deleteFailed")}>
          <input type="hidden" name="entryCode" value={entry.entryCode} />
          {asked ? (
            <Question names={names} deleting={pressed === "delete"} here={here || "?"} />
          ) : (
            <div className="actions">
              <a className="button" href={`/update-entry/${entry.entryCode}?raffle=${codeId}`}>
                {t("lists.view")}
              </a>
              <a className="button button-quiet" href={`/check-entries/${codeId}/${accessCode}?q=${entry.entryCode}`}>
                {t("lists.checkOne")}
              </a>
              <button type="submit" name="intent" value="ask" className="button button-quiet">
                {t("lists.delete")}
                <span className="visually-hidden">
                  {" "}
                  {entry.firstName} {entry.lastName}
                </span>
              </button>
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
      <div className="actions">
        <button type="submit" name="intent" value="delete" className="button button-primary">
          {deleting ? t("lists.deleting") : t("lists.confirmYes")}
        </button>
        <a className="button" href={here}>
          {t("lists.confirmNo")}
        </a>
      </div>
    </div>
  );
}
