import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { MAX_REASON } from "#src/access/audit/limits.ts";
import { tickable } from "#src/raffles/proof/ways.ts";
import { Select, TextField } from "../../forms/fields.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import type { EntryListData, ListedEntryView } from "../listed-entries/listed-entries.ts";
import { ENTRY } from "./entry-list-names.ts";

/** The form of the bar. The boxes stand elsewhere, beside forms of their own. */
const FORM = "chosen";

type ChooseEntryProps = {
  readonly entry: Pick<ListedEntryView, "entryCode" | "firstName" | "lastName">;
  readonly chosen: boolean;
};

/** The box that chooses an entry. Without scripts too, all of a page are chosen by a link. */
export function ChooseEntry({ entry: { entryCode, firstName, lastName }, chosen }: ChooseEntryProps) {
  const { t } = useTranslation("desk");
  return (
    <label className="bulk-choice">
      <input
        type="checkbox"
        form={FORM}
        name={`${ENTRY}${entryCode}`}
        defaultChecked={chosen}
        aria-label={t("lists.bulk.choose", { name: `${firstName} ${lastName}` })}
      />
    </label>
  );
}

/** The rule to tick, or to untick, for the chosen entries. Styles show it, with their number, once one is chosen. */
export function ChosenEntries({ list }: { readonly list: EntryListData }) {
  const { t } = useTranslation("desk");
  const rules = tickable(list.raffle.rules).map(({ id, number, details }) => ({
    value: id,
    label: `${number}. ${details}`,
  }));
  return (
    <Form id={FORM} method="post" preventScrollReset>
      {/* Enter presses the first button: after a typed reason it takes a tick back, and grants none. */}
      <button type="submit" name="intent" value="untick" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      <fieldset className="bulk-ticks box">
        <legend>
          <strong>{t("lists.bulk.heading")}</strong>
        </legend>
        <Select name="ruleId" aria-label={t("lists.bulk.rule")} options={rules} defaultValue={rules[0]?.value ?? ""} />
        {list.raffle.rules.some(({ proof }) => proof === "checked") && (
          <TextField name="reason" label={t("lists.bulk.reason")} maxLength={MAX_REASON} />
        )}
        <Submit label={t("lists.bulk.tick")} intent="tick" />
        <Submit label={t("lists.bulk.untick")} look="quiet" intent="untick" />
      </fieldset>
    </Form>
  );
}
