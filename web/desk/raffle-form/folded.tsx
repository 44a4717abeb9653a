import { type ReactNode, useState } from "react";
import { useAnyError } from "../../forms/form.tsx";

type FoldedProps = {
  readonly summary: string;
  /** What is in it, beside the summary. */
  readonly hint?: string;
  readonly look: "form-advanced" | "form-more";
  readonly anchor?: string;
  /** Whether it is open though nothing in it is refused. */
  readonly open?: boolean;
  /** Whether a field is in it: it is open where one is refused. */
  readonly isInside: (field: string) => boolean;
  readonly children: ReactNode;
};

/** Fields that few people need. A refusal opens them, and what is open stays so. */
export function Folded({ summary, hint, look, anchor, open = false, isInside, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(open);
  const atFault = useAnyError(isInside);
  return (
    <details
      id={anchor}
      className={look}
      open={isOpen || atFault}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {summary}
        {hint && <span className="hint"> {hint}</span>}
      </summary>
      <div className="form-folded">{children}</div>
    </details>
  );
}
