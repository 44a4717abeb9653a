import { useTranslation } from "react-i18next";
import type { PublicEvent } from "#src/events/schema.ts";
import { EventFrame } from "./event-frame.tsx";

/** An event's registration page, over the whole window. */
export function EventViewer({ event }: { readonly event: PublicEvent }) {
  const { t } = useTranslation("events");
  return (
    <>
      <h1 className="visually-hidden">{event.title}</h1>
      <EventFrame link={event.src} title={t("viewer.frame", { title: event.title })} />
    </>
  );
}
