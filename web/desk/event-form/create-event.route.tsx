import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { renderSVG } from "uqr";
import { accept } from "#src/base/outcome.ts";
import { createEventFrom } from "#src/events/create-event.ts";
import { drawShownCode, readShownCode } from "#src/events/shown-code.ts";
import { accountContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { CreatedReceipt } from "../../ui/created-receipt.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/create-event.route.ts";
import { EventFields, isEventField, readEventForm } from "./event-fields.tsx";

export const handle: PageHandle = { hydrate: true, texts: ["events", "messages"], personal: true };

export const loader = siteLoader("events:create.description", ({ site }) => ({ shown: drawShownCode(site.secret) }));

/** Only this response ever holds the access code. */
export const action = siteAction({
  status: () => 201,
  read: readEventForm,
  change: async ({ context, deps, form, typed }) => {
    const made = await createEventFrom({ ...deps, owner: await context.get(accountContext)() }, typed, shownCode(form));
    if (!made.ok) return made;
    const { code, accessCode } = made.value;
    const at = (path: string) => new URL(path, deps.config.origin).href;
    const link = at(`/event/${code}`);
    const drawLink = at(`/draw-raffle/${code}`);
    const qrCode = renderSVG(link, { border: 2 });
    return accept({ title: typed.title.trim(), code, accessCode, link, drawLink, qrCode });
  },
  /** The code that the event will have: another one where the first is not ours, or was too long ago. */
  more: async ({ site, form }) => {
    const shown = shownCode(form);
    return readShownCode(site.secret, shown) === null ? drawShownCode(site.secret) : shown;
  },
});

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

function shownCode(form: FormData) {
  return { code: formText(form, "code"), seal: formText(form, "codeSeal") };
}

/** Loads nothing again, so that the shown code stays the same. */
export const shouldRevalidate = () => false;

/** The screen on which an organiser creates an event, and then sees its codes once. */
export default function CreateEvent({ loaderData, actionData: result }: Route.ComponentProps) {
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
        <EventFields code={code} values={result?.typed ?? readEventForm(new FormData())} />
        <Submit label={t(submitting ? "create.submitting" : "create.submit")} look="primary" busy={submitting} />
      </RefusableForm>
    </>
  );
}

type EventCreatedProps = { readonly event: NonNullable<NonNullable<Route.ComponentProps["actionData"]>["done"]> };

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
