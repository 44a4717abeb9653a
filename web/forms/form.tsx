import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, type FormProps } from "react-router";
import type { FieldMessages } from "#src/base/refusal.ts";
import { useAnswerFocus } from "../page/use-answer-focus.ts";
import type { RefusalView } from "../requests/refusals/refusal-view.ts";
import { useRobotPuzzle } from "../robot-puzzle/use-robot-puzzle.ts";
import { Notice } from "../ui/page-parts.tsx";

type RefusableFormProps = Omit<FormProps, "method"> & {
  /** Said where no answer came: only sentences of which a browser can be sure. */
  readonly failed?: string;
  readonly heading?: string;
  /** The name under which the tab keeps what is typed. */
  readonly draft?: string;
  readonly refusal: RefusalView | null | undefined;
  /** The field's label in the summary of errors, where the message alone is unclear. */
  readonly nameOf?: (field: string) => string | null;
};

/** A form with its errors: above it all of them, and at each field its own. */
export function RefusableForm({
  failed,
  heading = failed ?? "",
  draft,
  refusal,
  nameOf,
  children,
  ...attributes
}: RefusableFormProps) {
  return (
    <Form method="post" noValidate className="form" data-draft={draft} data-failed={failed} {...attributes}>
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        {refusal && <ErrorSummary heading={heading} refusal={refusal} nameOf={nameOf} />}
        {children}
      </FormErrorsProvider>
    </Form>
  );
}

type SmallFormProps = ComponentProps<"form"> & { readonly errors?: FieldMessages | undefined };

/** A form of one part that needs no summary of its errors, which are said at its fields. */
export function SmallForm({ errors = {}, children, ...attributes }: SmallFormProps) {
  return (
    <form method="post" noValidate className="form" {...attributes}>
      <FormErrorsProvider errors={errors}>
        <div className="form-section">{children}</div>
      </FormErrorsProvider>
    </form>
  );
}

type ErrorSummaryProps = {
  readonly heading: string;
  readonly refusal: RefusalView;
  /** The field's label in the summary, where the message alone is unclear, such as "Prize 2". */
  readonly nameOf?: (field: string) => string | null;
};

/** Why a form was not taken: its errors, or a puzzle that the browser solves before it sends the form again. */
export function ErrorSummary(props: ErrorSummaryProps) {
  const { puzzle } = props.refusal;
  return puzzle ? <PuzzlePart puzzle={puzzle} /> : <Faults {...props} />;
}

/**
 * A form's errors at its top. Each message links to its field. A new refusal moves the focus to this box, or to the bad
 * field if there is only one.
 */
function Faults({ heading, refusal, nameOf = () => null }: ErrorSummaryProps) {
  const { t } = useTranslation("messages");
  const focus = useAnswerFocus(refusal, isOnlyFault(refusal.errors) ? firstFaultIn : undefined);
  useErrorTitle(t("errorTitle"));
  const byField = Object.entries(refusal.errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message })),
  );
  // The summary leaves out what a field already says. For a wrong code the field says all.
  const ofFields = new Set(byField.map(({ message }) => message.key));
  const isCode = refusal.reason === "access-code-mismatch" && byField.length > 0;
  const general = isCode ? [] : refusal.summary.filter((message) => !ofFields.has(message.key));
  return (
    <div {...focus} className="notice notice-error" role="alert" data-sent="">
      <p className="notice-heading">{heading}</p>
      {general.map((message) => (
        <p key={message.key}>{t(message.key, { ...message.params })}</p>
      ))}
      {byField.length > 0 && (
        <ul>
          {byField.map(({ name, message }) => {
            const text = [nameOf(name), t(message.key, { ...message.params })].filter(Boolean).join(": ");
            return (
              <li key={`${name} ${message.key}`}>
                {isShownField(name) ? (
                  <a target="_self" href={`#${fieldId(name)}`}>
                    {text}
                  </a>
                ) : (
                  text
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Puts a word before the page's title while its form has errors: screen readers read the title first. */
function useErrorTitle(word: string): void {
  useEffect(() => {
    const { title } = document;
    // A page that came as the answer says so itself.
    if (title.startsWith(word)) return undefined;
    document.title = `${word}: ${title}`;
    return () => {
      document.title = title;
    };
  }, [word]);
}

function firstFaultIn(box: HTMLDivElement | null) {
  return box?.closest("form")?.querySelector<HTMLElement>("[aria-invalid='true']");
}

/** Part of a form that costs a puzzle: solves it, and sends the form with the solution. The person need do nothing. */
function PuzzlePart({ puzzle }: { readonly puzzle: NonNullable<RefusalView["puzzle"]> }) {
  const { t } = useTranslation("messages");
  const place = useRef<HTMLDivElement>(null);
  const { solving, failed, progress } = useRobotPuzzle(puzzle, place);
  const seconds = puzzle.seconds ?? 1;
  // Scrolls here, because the pressed button is often at the other end of the form.
  const speaks = solving || failed;
  useEffect(() => {
    if (speaks) place.current?.scrollIntoView({ block: "center" });
  }, [speaks]);
  return (
    <div ref={place} role="status">
      {failed && <Notice kind="error">{t("puzzleFailed", { seconds })}</Notice>}
      {solving && (
        <div className="notice notice-info">
          <p>{t("puzzleSolving")}</p>
          <progress value={progress} aria-label={t("puzzleProgress")} />
        </div>
      )}
      <noscript>
        <Notice kind="error">{t("puzzleWithoutScripts", { seconds })}</Notice>
      </noscript>
    </div>
  );
}

const FormErrors = createContext<FieldMessages>({});

export function FormErrorsProvider({ errors, children }: { errors: FieldMessages; children: ReactNode }) {
  return <FormErrors.Provider value={errors}>{children}</FormErrors.Provider>;
}

/** The id of a field's input, so that messages elsewhere can link to it. */
export function fieldId(name: string): string {
  return `field-${name.replaceAll(".", "-")}`;
}

/** Whether a refusal's field is one that people see: the form's version is hidden, and "" means the whole body. */
function isShownField(name: string): boolean {
  return name !== "version" && name !== "";
}

/** Whether only one field is at fault: it takes the focus itself. Otherwise the summary does, which lists them all. */
function isOnlyFault(errors: FieldMessages): boolean {
  const [first, ...more] = Object.keys(errors);
  return first !== undefined && more.length === 0 && isShownField(first);
}

/** Whether one of these fields is at fault. */
export function useAnyError(isOne: (field: string) => boolean): boolean {
  return Object.keys(useContext(FormErrors)).some(isOne);
}

/** A field's error state: its messages until the field changes, whether it takes the focus, and what notes a change. */
export function useFieldError(name: string): {
  readonly error: string | undefined;
  readonly takesFocus: boolean;
  readonly onChange: () => void;
} {
  const { t } = useTranslation("messages");
  const errors = useContext(FormErrors);
  const [mended, setMended] = useState<FieldMessages | null>(null);
  const sentences =
    mended === errors ? [] : (errors[name] ?? []).map((message) => t(message.key, { ...message.params }));
  return {
    error: sentences.join(" ") || undefined,
    takesFocus: isOnlyFault(errors) && name in errors,
    onChange: () => {
      if (errors[name]) setMended(errors);
    },
  };
}
