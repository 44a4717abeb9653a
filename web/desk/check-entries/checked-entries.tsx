import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Form, useLocation } from "react-router";
import type { Decision } from "#src/draws/checking/disqualify.ts";
import { MAX_REASON } from "#src/draws/checking/limits.ts";
import { Field } from "../../forms/field.tsx";
import type { FormResult } from "../../requests/answer-form.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { When } from "../../ui/when.tsx";
import type { CheckedEntryView } from "./check-entries-page.ts";

/** A decision that was sent: taken for this person, or refused. */
export type DecisionResult = FormResult<{ readonly firstName: string; readonly lastName: string }, Decision>;

/** What each entry on the screen needs to know of it. */
export type CheckScreen = {
  readonly codeId: string;
  /** Nothing can be changed any more. */
  readonly locked: boolean;
  readonly result: DecisionResult | undefined;
};

/** Entries with what an organiser compares, and what takes each out of play or back into it. */
export function CheckedEntries({
  entries,
  ...screen
}: CheckScreen & { readonly entries: readonly CheckedEntryView[] }) {
  return (
    <ul className="card-list check-entries">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} {...screen} />
      ))}
    </ul>
  );
}

function Entry({ entry, codeId, locked, result }: CheckScreen & { readonly entry: CheckedEntryView }) {
  const { entryCode, createdAt, standing, disqualifiedFor } = entry;
  const name = `${entry.firstName} ${entry.lastName}`;
  const facts = [entry.address, entry.phone, entry.email].filter((fact) => fact !== "");
  return (
    <li>
      <p>
        <strong>{name}</strong> <a href={`/update-entry/${entryCode}?raffle=${codeId}`}>{entryCode}</a>
      </p>
      <p>{facts.join(" · ")}</p>
      <p>
        <When at={createdAt} />
      </p>
      <p>
        <strong className={standing.state === "in" ? "is-valid" : "is-invalid"}>{standing.text}</strong>
      </p>
      {!locked && (
        <DecisionForm
          entryCode={entryCode}
          name={name}
          action={disqualifiedFor === null ? "disqualify-entry" : "reinstate-entry"}
          refused={result?.refusal && result.typed.entryCode === entryCode ? result.typed.reason : null}
        />
      )}
    </li>
  );
}

type DecisionFormProps = {
  readonly entryCode: string;
  readonly name: string;
  readonly action: Decision["action"];
  /** The reason that was refused just now. */
  readonly refused: string | null;
};

function DecisionForm({ entryCode, name, action, refused }: DecisionFormProps) {
  const { t } = useTranslation("desk");
  const { search: here } = useLocation();
  const id = useId();
  return (
    <details open={refused !== null || undefined}>
      <summary>
        {t(`check.ask.${action}`)}
        <span className="visually-hidden"> {name}</span>
      </summary>
      <Form method="post" action={here || undefined} className="form" data-failed={t("check.failed")}>
        <input type="hidden" name="entryCode" value={entryCode} />
        <Field id={id} label={t(`check.reason.${action}`)} required>
          <input
            id={id}
            type="text"
            name="reason"
            className="input"
            maxLength={MAX_REASON}
            defaultValue={refused ?? ""}
            aria-required
            autoComplete="off"
          />
        </Field>
        <Submit label={t(`check.ask.${action}`)} look="primary" intent={action} />
      </Form>
    </details>
  );
}

type MorePagesProps = {
  readonly next: string | null;
  /** What the next page's address says besides; by default what this one says. */
  readonly more?: string;
  readonly label: string;
};

/** The link to the next page. */
export function MorePages({ next, more, label }: MorePagesProps) {
  const { search } = useLocation();
  if (next === null) return null;
  const asked = new URLSearchParams(more ?? search);
  asked.set("after", next);
  return (
    <a rel="next" href={`?${asked}`}>
      {label}
    </a>
  );
}
