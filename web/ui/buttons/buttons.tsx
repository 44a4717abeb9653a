import type { ComponentProps } from "react";

type Shown = {
  readonly label: string;
  /** How much the button stands out: a form's first choice, another (the default), or one that few people need. */
  readonly look?: "primary" | "quiet" | undefined;
  /** The rest of its name for screen readers, where a page has several. */
  readonly about?: string;
};

type SubmitProps = Shown & {
  /** What the button asks for, where a page has several: the value of `intent`. */
  readonly intent?: string;
  /** Whether its form is being sent: it cannot be pressed then. */
  readonly busy?: boolean;
} & ButtonAttributes;

type ButtonAttributes = Omit<ComponentProps<"button">, "type" | "className" | "children">;

type ButtonLinkProps = Shown & Omit<ComponentProps<"a">, "className" | "children">;

export function Submit({ label, look, about, intent, busy, ...attributes }: SubmitProps) {
  const asked = intent === undefined ? {} : { name: "intent", value: intent };
  return (
    <button type="submit" {...asked} className={classOf(look)} disabled={busy} aria-busy={busy} {...attributes}>
      {label}
      <About>{about}</About>
    </button>
  );
}

/** A button that a script of the page hears, and that is hidden without scripts. */
export function ScriptButton({ label, look, about, ...attributes }: Shown & ButtonAttributes) {
  return (
    <button type="button" className={`${classOf(look)} needs-script`} {...attributes}>
      {label}
      <About>{about}</About>
    </button>
  );
}

export function ButtonLink({ label, look, about, ...attributes }: ButtonLinkProps) {
  return (
    <a className={classOf(look)} {...attributes}>
      {label}
      <About>{about}</About>
    </a>
  );
}

function About({ children }: { readonly children: string | undefined }) {
  return children && <span className="visually-hidden"> {children}</span>;
}

function classOf(look: Shown["look"]): string {
  return look ? `button button-${look}` : "button";
}
