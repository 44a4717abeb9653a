import type { ReactNode } from "react";
import { TextField } from "../../forms/fields.tsx";
import { Submit } from "../buttons/buttons.tsx";
import "./list-search.css";

type ListSearchProps = {
  readonly label: string;
  /** The search text as it was typed. */
  readonly fragment: string;
  readonly maxLength: number;
  readonly button: string;
  readonly children?: ReactNode;
};

/** Searches a list by a fragment of text. The form works without scripts, because the URL holds the search. */
export function ListSearch({ label, fragment, maxLength, button, children }: ListSearchProps) {
  return (
    <search>
      <form method="get" className="list-search">
        <TextField
          type="search"
          name="q"
          label={label}
          defaultValue={fragment}
          maxLength={maxLength}
          autoComplete="off"
        />
        <Submit label={button} />
        {children}
      </form>
    </search>
  );
}
