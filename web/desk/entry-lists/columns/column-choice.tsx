import { useTranslation } from "react-i18next";
import { Checkbox } from "../../../forms/checkbox.tsx";
import { useAnswerFocus } from "../../../page/use-answer-focus.ts";
import { Submit } from "../../../ui/buttons/buttons.tsx";
import { COLUMNS_NAME, type ColumnChoice } from "./columns.ts";

type ColumnChoiceProps = {
  readonly columns: ColumnChoice;
  /** Whether they were chosen just now. */
  readonly answered: boolean;
};

/** The columns to choose, folded away. A form of its own: what is searched and filtered for stays in the address. */
export function ColumnChoiceForm({ columns, answered }: ColumnChoiceProps) {
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
