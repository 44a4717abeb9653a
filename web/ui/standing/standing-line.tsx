import type { StandingView } from "#src/entries/standing/standing-line.ts";

const KINDS = { in: "success", "not-yet": "info", "won-before": "info", out: "error" } as const;

/** The line of truth. It is announced when it changes. */
export function StandingLine({ standing: { state, text } }: { readonly standing: StandingView }) {
  return (
    <div className={`notice notice-${KINDS[state]}`} role="status">
      <p>{text}</p>
    </div>
  );
}
