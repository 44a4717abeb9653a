type ToggleProps = {
  readonly on: boolean;
  /** The value that the form sends for this button. */
  readonly value: string;
  /** The visible text of the state. */
  readonly label: string;
  /** The text of what pressing does, for screen readers. */
  readonly action: string;
  /** The error message if the form could not be sent. */
  readonly failed: string;
  readonly disabled: boolean;
};

/** A button that shows a state. Pressing it sends the form with the opposite state. */
export function Toggle({ on, value, label, action, failed, disabled }: ToggleProps) {
  return (
    <button
      type="submit"
      name="intent"
      value={value}
      className="toggle"
      data-on={on}
      title={action}
      data-failed={failed}
      data-partial=""
      disabled={disabled}
    >
      {label}
      <span className="visually-hidden">: {action}</span>
    </button>
  );
}
