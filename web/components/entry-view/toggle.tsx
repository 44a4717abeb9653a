type ToggleProps = {
  readonly on: boolean;
  /** What the form sends when it is pressed. */
  readonly value: string;
  /** The state, as everybody sees it. */
  readonly label: string;
  /** What pressing does, for those who hear it. */
  readonly action: string;
  readonly disabled: boolean;
};

/** A button that shows a state and, pressed, sends the form with the other one. */
export function Toggle({ on, value, label, action, disabled }: ToggleProps) {
  return (
    <button
      type="submit"
      name="intent"
      value={value}
      className="toggle"
      data-on={on}
      title={action}
      disabled={disabled}
    >
      {label}
      <span className="visually-hidden">: {action}</span>
    </button>
  );
}
