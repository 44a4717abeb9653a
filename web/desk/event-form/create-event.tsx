import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import type { ShownCode } from "#src/events/shown-code.ts";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { type CreatedEventView, EventCreated } from "./event-created.tsx";
import { EventFields } from "./event-fields.tsx";
import type { EventFormValues } from "./read-event-form.ts";
import { isEventField } from "./read-event-form.ts";

export type EventCreation =
  | { readonly created: CreatedEventView }
  | {
      readonly created: null;
      readonly shown: ShownCode;
      readonly values: EventFormValues;
      readonly refusal: RefusalView;
    };

type CreateEventProps = {
  /** The code that the event will have. */
  readonly shown: ShownCode;
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

/** The screen on which an organiser creates an event, and then sees its codes once. */
export function CreateEvent({ shown, result }: CreateEventProps) {
  const { t } = useTranslation("events");
  const submitting = useNavigation().state !== "idle";
  if (result?.created) return <EventCreated event={result.created} />;
  const refusal = result?.refusal ?? null;
  const { code, seal } = result?.shown ?? shown;
  return (
    <>
      <PageHeading title={t("create.heading")} lead={t("create.lead")} />
      <RefusableForm
        className="form event-form"
        draft="create-event"
        failed={t("create.failed")}
        heading={t(isFailure(refusal) ? "create.failed" : "create.errorHeading")}
        refusal={refusal}
        nameOf={(field) => (isEventField(field) ? t(field) : null)}
      >
        <input type="hidden" name="codeSeal" value={seal} />
        <EventFields code={code} values={result?.values ?? EMPTY} />
        <Submit
          label={t(submitting ? "create.submitting" : "create.submit")}
          look="primary"
          disabled={submitting}
          aria-busy={submitting}
        />
      </RefusableForm>
    </>
  );
}
