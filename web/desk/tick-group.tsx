import type { ReactNode } from "react";
import { Checkbox } from "../forms/fields.tsx";
import { fieldId } from "../forms/form.tsx";
import "./tick-group.css";

type TickGroupProps = {
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly legend: string;
  readonly isTicked: (value: string) => boolean;
  /** Boxes before the others. */
  readonly children?: ReactNode;
};

/** Several boxes to tick, which are one field. */
export function TickGroup({ name, legend, options, isTicked, children }: TickGroupProps) {
  return (
    <fieldset id={fieldId(name)} className="tick-group">
      <legend>{legend}</legend>
      {children}
      {options.map(({ value, label }) => (
        <Checkbox key={value} name={name} value={value} label={label} defaultChecked={isTicked(value)} />
      ))}
    </fieldset>
  );
}
