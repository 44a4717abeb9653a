import type { ReactNode } from "react";

type FactProps = { readonly label: string; readonly value: ReactNode };

/** A line of a list of facts: what it is called, and what it is. */
export function Fact({ label, value }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
