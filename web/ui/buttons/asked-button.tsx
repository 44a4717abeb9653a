import { HiddenFields } from "../hidden-fields.tsx";
import { Submit } from "./buttons.tsx";

export type AskedButtonProps = {
  /** What opens the question. */
  readonly summary: string;
  readonly ask: string;
  readonly yes: string;
  /** Names of the two for screen readers, where a page has several. */
  readonly labels?: { readonly summary: string; readonly yes: string };
  readonly intent: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** The fact that its page has once it is done (`data-facts`), for an answer that is lost on the way. */
  readonly asks?: string;
};

/** A button that nobody presses by mistake: it is folded away with its question, also without JavaScript. */
export function AskedButton({ summary, ask, yes, labels, intent, fields = {}, asks }: AskedButtonProps) {
  return (
    <details>
      <summary aria-label={labels?.summary}>{summary}</summary>
      <form method="post" data-asks={asks}>
        <p>{ask}</p>
        <HiddenFields fields={fields} />
        <Submit label={yes} intent={intent} aria-label={labels?.yes} />
      </form>
    </details>
  );
}
