import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { RefusalView } from "../requests/refusals/refusal-view.ts";

/** A page's only first-level heading, with an introductory sentence. */
export function PageHeading({ title, lead }: { readonly title: string; readonly lead?: string }) {
  return (
    <header className="page-heading">
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
    </header>
  );
}

type NoticeProps = { readonly kind: "info" | "success" | "error"; readonly children: ReactNode };

/** A status message. Screen readers announce errors at once, and other messages when they are idle. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} role={kind === "error" ? "alert" : "status"}>
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
  const { t } = useTranslation("messages");
  const reasons = refusal.summary.map(({ key, params }) => t(key, { ...params }));
  return <Notice kind="error">{of ? [of, ...reasons].join(": ") : reasons.join(" ")}</Notice>;
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

/** A part of a form under a heading. */
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
