import type { ReactNode } from "react";

/** A line of a list of facts: what it is called, and what it is. */
export function Fact({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
