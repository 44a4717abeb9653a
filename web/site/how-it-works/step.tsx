import type { ReactNode } from "react";

type StepProps = { readonly title: string; readonly children: ReactNode };

/** One step. The list around it adds the number. */
export function Step({ title, children }: StepProps) {
  return (
    <li className="step">
      <h3>{title}</h3>
      {children}
    </li>
  );
}
