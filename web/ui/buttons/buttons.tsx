import type { ComponentProps } from "react";

type Shown = {
  readonly label: string;
  /** How much the button stands out: a form's first choice, another, or one that few people need. */
  readonly look?: "primary" | "secondary" | "quiet";
};

type SubmitProps = Shown & {
  /** What the button asks for, where a page has several: the value of `intent`. */
  readonly intent?: string;
  /** Whether its form is being sent: it cannot be pressed then. */
  readonly busy?: boolean;
} & Omit<ComponentProps<"button">, "type" | "className" | "children">;

type ButtonLinkProps = Shown & Omit<ComponentProps<"a">, "className" | "children">;

/** A button that sends its form. */
export function Submit({ label, look, intent, busy, ...attributes }: SubmitProps) {
  const asked = intent === undefined ? {} : { name: "intent", value: intent };
  return (
    <button type="submit" {...asked} className={classOf(look)} disabled={busy} aria-busy={busy} {...attributes}>
      {label}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ label, look, ...attributes }: ButtonLinkProps) {
  return (
    <a className={classOf(look)} {...attributes}>
      {label}
    </a>
  );
}

function classOf(look: Shown["look"]): string {
  return look ? `button button-${look}` : "button";
}
