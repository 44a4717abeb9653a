import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatShort, formatShortTime } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import type { DueChoice } from "./due-choice.ts";

type DueDateProps = {
  /** What the field begins with, and what it has after rows were changed. */
  readonly value: string;
  readonly choices: readonly DueChoice[];
  readonly choose: (dueDate: string) => (event: MouseEvent) => void;
  /** The field itself. */
  readonly children: ReactNode;
};

/** The field of the due date, and above it the usual ones: a press each. */
export function DueDate({ value, choices, choose, children }: DueDateProps) {
  const { t, i18n } = useTranslation("raffles");
  const [typed, setTyped] = useState(value);
  const [passed, setPassed] = useState(0);
  const language = i18n.language as Language;

  useEffect(() => setTyped(value), [value]);

  // The site says how long: a device's clock may be wrong.
  useEffect(() => {
    const timers = choices.map(({ leftMs }, index) => setTimeout(() => setPassed(index + 1), leftMs));
    return () => timers.forEach(clearTimeout);
  }, [choices]);

  return (
    <div
      className="stack-2"
      onInput={({ target }) =>
        target instanceof HTMLInputElement && target.name === "dueDate" && setTyped(target.value)
      }
    >
      {choices.length > passed && (
        <fieldset className="due-choices actions">
          <legend className="visually-hidden">{t("create.dueChoices.label")}</legend>
          {choices.slice(passed).map(({ name, value }) => {
            // Counted in UTC, the site's own time needs no data of time zones.
            const at = new Date(`${value}Z`);
            return (
              <Submit
                key={value}
                label={t(`create.dueChoices.${name}`, { time: formatShortTime(at, language, "UTC") })}
                about={formatShort(at, at, language, "UTC")}
                intent={`due:${value}`}
                formAction="#dates"
                aria-pressed={typed === value}
                onClick={choose(value)}
              />
            );
          })}
        </fieldset>
      )}
      {children}
    </div>
  );
}

/** Types a date into its field, as somebody would: all that follows the field follows this. */
export function typeDate(form: HTMLFormElement, name: "dueDate" | "drawDate", text: string): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  // React takes what is set by `value` for its own doing, and hears nothing.
  field.valueAsNumber = Date.parse(text && `${text}Z`);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
