import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { Message } from "#src/base/refusal.ts";
import type { RefusalView } from "../requests/refusals/refusal-view.ts";

/** A page's only first-level heading, with an introductory sentence. */
export function PageHeading({ title, lead }: { readonly title: string; readonly lead?: string }) {
  return (
    <header className="stack-2">
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
    </header>
  );
}

type NoticeProps = {
  readonly kind: "info" | "success" | "error";
  /** Whether it answers what was sent. It is hidden once a later try gets no answer. */
  readonly answers?: boolean;
  readonly children: ReactNode;
};

/** A status message. Screen readers announce errors at once, and other messages when they are idle. */
export function Notice({ kind, answers = kind === "success", children }: NoticeProps) {
  return (
    <div
      className={`notice notice-${kind}`}
      role={kind === "error" ? "alert" : "status"}
      data-sent={answers ? "" : undefined}
    >
      <p>{children}</p>
    </div>
  );
}

type RefusalNoticeProps = {
  readonly refusal: Pick<RefusalView, "summary">;
  /** What was refused, where the page has several things to do. */
  readonly of?: string;
};

/** Why something was refused that has no form to mend. */
export function RefusalNotice({ refusal, of }: RefusalNoticeProps) {
  const reasons = useSentences()(refusal.summary);
  return (
    <Notice kind="error" answers>
      {of ? `${of}: ${reasons}` : reasons}
    </Notice>
  );
}

export function useSentences(): (messages: readonly Message[] | undefined) => string {
  const { t } = useTranslation("messages");
  return (messages = []) => messages.map(({ key, params }) => t(key, { ...params })).join(" ");
}

/** What a refusal says of its fields, or else of all. */
export function reasonsOf({ errors, summary }: Pick<RefusalView, "errors" | "summary">): readonly Message[] {
  const ofFields = Object.values(errors).flat();
  return ofFields.length > 0 ? ofFields : summary;
}

type FormSectionProps = {
  readonly title: string;
  /** The id of the section, where a link leads to it. */
  readonly anchor?: string;
  readonly hint?: string | undefined;
  /** An error of the whole section, such as a list that is too short. */
  readonly error?: string | undefined;
  readonly children: ReactNode;
};

export function FormSection({ title, anchor, hint, error, children }: FormSectionProps) {
  const id = useId();
  return (
    <section id={anchor} className="form-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint && <p className="hint">{hint}</p>}
      {error && <p className="field-error">{error}</p>}
      {children}
    </section>
  );
}
