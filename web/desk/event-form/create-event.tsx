import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { Route } from "./+types/create-event.route.ts";
import { EventCreated } from "./event-created.tsx";
import { EventFields } from "./event-fields.tsx";
import type { EventFormValues } from "./read-event-form.ts";
import { isEventField } from "./read-event-form.ts";

const EMPTY: EventFormValues = {
  title: "",
  src: "",
  srcDraw: "",
  srcCreateVoucherLink: "",
  srcCreateVoucherValidateLink: "",
  raffleIdentifier: "",
};

/** The screen on which an organiser creates an event, and then sees its codes once. */
export function CreateEvent({ loaderData, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation("events");
  const submitting = useNavigation().state !== "idle";
  if (result?.done) return <EventCreated event={result.done} />;
  const refusal = result?.refusal ?? null;
  const { code, seal } = result?.more ?? loaderData.shown;
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
        <EventFields code={code} values={result?.typed ?? EMPTY} />
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
