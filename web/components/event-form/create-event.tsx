import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import type { EventFormValues } from "../../views/event-form.ts";
import type { RefusalView } from "../../views/refusal-view.ts";
import { PageHeading } from "../page-heading.tsx";
import { type CreatedEventView, EventCreated } from "./event-created.tsx";
import { EventFields } from "./event-fields.tsx";

export type EventCreation =
  | { readonly created: CreatedEventView }
  | {
      readonly created: null;
      readonly code: string;
      readonly values: EventFormValues;
      readonly refusal: RefusalView;
    };

type CreateEventProps = {
  /** The code that the event will have. */
  readonly code: string;
  readonly result: EventCreation | null;
};

const EMPTY: EventFormValues = {
  title: "",
  src: "",
  srcDraw: "",
  srcCreateVoucherLink: "",
  srcCreateVoucherValidateLink: "",
  raffleIdentifier: "",
};

/** The screen on which an organiser makes an event, and is then shown its codes. */
export function CreateEvent({ code, result }: CreateEventProps) {
  const { t } = useTranslation("events");
  const submitting = useNavigation().state !== "idle";
  if (result?.created) return <EventCreated event={result.created} />;
  const refusal = result?.refusal ?? null;
  return (
    <>
      <PageHeading title={t("create.heading")} lead={t("create.lead")} />
      <Form method="post" noValidate className="form event-form">
        <FormErrorsProvider errors={refusal?.errors ?? {}}>
          {refusal && (
            <ErrorSummary
              heading={t(refusal.reason === "failed" ? "create.failed" : "create.errorHeading")}
              refusal={refusal}
              nameOf={(field) => (field in EMPTY ? t(field) : null)}
            />
          )}
          <EventFields code={result?.code ?? code} values={result?.values ?? EMPTY} />
          <button type="submit" className="button button-primary" disabled={submitting} aria-busy={submitting}>
            {t(submitting ? "create.submitting" : "create.submit")}
          </button>
        </FormErrorsProvider>
      </Form>
    </>
  );
}
