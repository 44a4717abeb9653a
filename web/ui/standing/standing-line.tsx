import type { StandingView } from "#src/entries/standing/standing-line.ts";
import "./standing-line.css";

const KINDS = { in: "success", "not-yet": "todo", "won-before": "info", out: "error" } as const;

/** The line of truth. It is announced when it changes. */
export function StandingLine({ standing: { state, text } }: { readonly standing: StandingView }) {
  return (
    <div className={`notice notice-${KINDS[state]}`} role="status">
      <p>{text}</p>
    </div>
  );
}
