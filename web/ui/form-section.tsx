import { type ReactNode, useId } from "react";

type FormSectionProps = {
  readonly title: string;
  /** The id of the section, where a link leads to it. */
  readonly anchor?: string;
  readonly hint?: string | undefined;
  /** An error of the whole section, such as a list that is too short. */
  readonly error?: string | undefined;
  readonly children: ReactNode;
};

/** A part of a form under a heading. */
export function FormSection({ title, anchor, hint, error, children }: FormSectionProps) {
  const id = useId();
  return (
    <section id={anchor} className="form-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint && <p className="hint">{hint}</p>}
      {error && <p className="field-error">{error}</p>}
      {children}
    </section>
  );
}
