import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { Checkbox } from "../../forms/checkbox.tsx";
import { noteField } from "../../requests/form-text.ts";
import { FormSection } from "../../ui/form-section.tsx";
import type { EntryEditView } from "./entry-edit-view.ts";

type EditTicksProps = {
  readonly entry: EntryEditView;
  /** The section's button. */
  readonly children: ReactNode;
};

/** One card for each rule of the raffle, ticked if the entrant has done it. */
export function EditRules({ entry, children }: EditTicksProps) {
  const { t } = useTranslation("desk");
  return (
    <FormSection title={t("update.rules")} hint={entry.rules.length === 0 ? t("update.noRules") : undefined}>
      <ul className="choices">
        {entry.rules.map(({ ruleId, number, details, done }) => (
          <li key={ruleId} className="choice">
            <Checkbox name="rules" value={ruleId} defaultChecked={done} label={`${number}. ${details}`} />
          </li>
        ))}
      </ul>
      {children}
    </FormSection>
  );
}

/** One card for each prize of the raffle, ticked if the entrant wishes for it, with the note. */
export function EditWishlist({ entry, children }: EditTicksProps) {
  const { t } = useTranslation("desk");
  return (
    <FormSection title={t("update.wishlist")} hint={entry.wishes.length === 0 ? t("update.noPrizes") : undefined}>
      <ul className="choices">
        {entry.wishes.map(({ prizeId, name, note, wished }) => (
          <li key={prizeId} className="choice">
            {/* One prize offers no choice. */}
            {entry.wishes.length === 1 ? (
              <p>
                <input type="hidden" name="wishes" value={prizeId} /> {name}
              </p>
            ) : (
              <Checkbox name="wishes" value={prizeId} defaultChecked={wished} label={name} />
            )}
            <input
              type="text"
              className="input"
              name={noteField(prizeId)}
              aria-label={t("update.noteFor", { prize: name })}
              placeholder={t("update.note")}
              maxLength={ENTRY_LIMITS.note}
              defaultValue={note}
              onKeyDown={saveWishlist}
            />
          </li>
        ))}
      </ul>
      {children}
    </FormSection>
  );
}

/** Enter would press the form's first button, which belongs to another section. Presses the wishlist's own instead. */
function saveWishlist(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "Enter") return;
  const button = event.currentTarget.form?.querySelector<HTMLButtonElement>('button[value="wishlist"]');
  if (!button) return;
  event.preventDefault();
  button.click();
}
