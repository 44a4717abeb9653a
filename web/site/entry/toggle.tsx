import { useId } from "react";

type ToggleProps = {
  readonly on: boolean;
  /** The value that the form sends for this button. */
  readonly value: string;
  /** The visible text of the state. */
  readonly label: string;
  /** The id of the text that says what is switched. */
  readonly labelledBy: string;
  /** The error message if the form could not be sent. */
  readonly failed: string;
  readonly disabled: boolean;
  /** Whether this page answers a press of it. */
  readonly pressed: boolean;
};

/** A switch. Pressing it sends the form with the opposite state. */
export function Toggle({ on, value, label, labelledBy, failed, disabled, pressed }: ToggleProps) {
  const id = useId();
  return (
    <button
      id={id}
      type="submit"
      role="switch"
      aria-checked={on}
      aria-labelledby={`${labelledBy} ${id}`}
      name="intent"
      value={value}
      className="toggle"
      data-failed={failed}
      disabled={disabled}
      // Without scripts the answer is a new page, which begins where the press was.
      {...(pressed && { autoFocus: true })}
    >
      {label}
    </button>
  );
}
