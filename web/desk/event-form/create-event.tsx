import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { CreatedReceipt } from "../../ui/created-receipt.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { Route } from "./+types/create-event.route.ts";
import { EventFields, type EventFormValues, isEventField } from "./event-fields.tsx";

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

type EventCreatedProps = { readonly event: NonNullable<NonNullable<Route.ComponentProps["actionData"]>["done"]> };

/** An event that was just created. */
function EventCreated({ event }: EventCreatedProps) {
  const { t } = useTranslation("events");
  return (
    <CreatedReceipt
      success={t("create.success")}
      title={event.title}
      lead={t("created.lead")}
      codes={[
        { label: t("created.code"), code: event.code },
        { label: t("created.accessCode"), code: event.accessCode },
      ]}
      links={[
        { label: t("created.link"), code: event.link },
        { label: t("created.drawLink"), code: event.drawLink },
      ]}
      qrCode={{ svg: event.qrCode, alt: t("created.qrCode"), hint: t("created.qrHint") }}
      open={{ label: t("created.open"), href: `/event/${event.code}` }}
      keep={t("created.keep")}
      print={t("created.print")}
      further={[
        { label: t("created.edit"), href: `/edit-event/${event.code}` },
        { label: t("create.again"), href: "/create-event" },
      ]}
    />
  );
}
