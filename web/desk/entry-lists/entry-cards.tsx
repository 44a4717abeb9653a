import { useTranslation } from "react-i18next";
import { Form, useLocation, useNavigation } from "react-router";
import { REMOVAL_REASONS } from "#src/raffles/limits.ts";
import { SelectField } from "../../forms/fields.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Verdict } from "../listed-entries/list-frame.tsx";
import type { EntryListData, ListedEntryView } from "../listed-entries/listed-entries.ts";
import { ChooseEntry } from "./chosen-entries.tsx";
import "./entry-cards.css";

type EntryCardsProps = {
  readonly list: EntryListData;
  readonly accessCode: string;
  /** The code of the entry of which the page asks whether to delete it. */
  readonly asked: string | null;
  readonly chosen: boolean | null;
};

/** The entries as cards, each folded to its name, code and state. */
export function EntryCards({ list, accessCode, asked, chosen }: EntryCardsProps) {
  // Whoever looks for one person need not open what was found.
  const isFound = list.fragment.trim() !== "" && list.entries.length === 1;
  return (
    <ul className="entry-list box">
      {list.entries.map((entry) => (
        <Entry
          key={entry.id}
          entry={entry}
          codeId={list.raffle.codeId}
          accessCode={accessCode}
          asked={asked === entry.entryCode}
          opened={isFound}
          chosen={chosen}
          saysMissing={list.filters.asksMissing}
          saysDrops={list.raffle.ruleEffect.drops}
        />
      ))}
    </ul>
  );
}

type EntryProps = {
  readonly entry: ListedEntryView;
  readonly codeId: string;
  readonly accessCode: string;
  readonly asked: boolean;
  readonly opened: boolean;
  /** Whether its box is ticked; null where there is nothing to choose entries for. */
  readonly chosen: boolean | null;
  /** Whether what is missing stands in the row itself. */
  readonly saysMissing: boolean;
  /** Whether drops change a chance in this raffle. */
  readonly saysDrops: boolean;
};

function Entry({ entry, codeId, accessCode, asked, opened, chosen, saysMissing, saysDrops }: EntryProps) {
  const { t } = useTranslation("desk");
  const { state, formData } = useNavigation();
  // Cancelling a deletion keeps the search and the page.
  const { search: here } = useLocation();
  const pressed = state === "idle" || formData?.get("entryCode") !== entry.entryCode ? null : formData.get("intent");
  const names = { first: entry.firstName, last: entry.lastName };
  return (
    <li>
      {chosen !== null && <ChooseEntry entry={entry} chosen={chosen} />}
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
          <Fact label={t("lists.entered")} value={entry.made.text} />
          <Fact label={t("lists.source")} value={entry.source || t("changes.nothing")} />
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
