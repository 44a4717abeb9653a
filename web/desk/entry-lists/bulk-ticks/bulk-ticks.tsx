import { useTranslation } from "react-i18next";
import { SelectField } from "../../../forms/select-field.tsx";
import { useAnswerFocus } from "../../../page/use-answer-focus.ts";
import type { FormResult } from "../../../requests/answer-form.ts";
import { Submit } from "../../../ui/buttons/buttons.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RefusalNotice } from "../../../ui/refusal-notice.tsx";
import type { EntryListData } from "../entry-list-page.ts";
import "./bulk-ticks.css";

type TickResult = FormResult<{ readonly changed: number }, unknown>;

/**
 * What became of ticking a rule for several entries. It takes the focus: without scripts too it stands under the eye.
 */
export function TickNotice({ result }: { readonly result: TickResult }) {
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
export function ChooseEntry({ entryCode, name, chosen }: Record<"entryCode" | "name", string> & { chosen: boolean }) {
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
export function BulkTicks({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const rules = list.raffle.rules.map(({ id, number, details }) => ({ value: id, label: `${number}. ${details}` }));
  return (
    <fieldset className="bulk-ticks">
      <legend>{t("lists.bulk.heading")}</legend>
      <SelectField name="ruleId" label={t("lists.bulk.rule")} options={rules} defaultValue={rules[0]?.value ?? ""} />
      <Submit label={t("lists.bulk.tick")} intent="tick" />
      <Submit label={t("lists.bulk.untick")} look="quiet" intent="untick" />
    </fieldset>
  );
}
