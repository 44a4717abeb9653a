import { useTranslation } from "react-i18next";
import { CreatedReceipt } from "../../ui/created-receipt.tsx";
import type { Route } from "./+types/create-event.route.ts";

type EventCreatedProps = { readonly event: NonNullable<NonNullable<Route.ComponentProps["actionData"]>["done"]> };

/** An event that was just created. */
export function EventCreated({ event }: EventCreatedProps) {
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
