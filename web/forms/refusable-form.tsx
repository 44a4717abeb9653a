import { Form, type FormProps } from "react-router";
import type { RefusalView } from "../requests/refusals/refusal-view.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { FormErrorsProvider } from "./form-errors.tsx";

type RefusableFormProps = Omit<FormProps, "method"> & {
  /** Said where no answer came: only sentences of which a browser can be sure. */
  readonly failed?: string;
  /** Said above a refused form; left out, it is the same. */
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
