import { useTranslation } from "react-i18next";
import type { PublicEvent } from "#src/events/schema.ts";
import { EventFrame } from "./event-frame.tsx";
import { ForeignBar } from "./foreign-bar.tsx";
import type { ForeignPage } from "./framed-event.ts";

type EventViewerProps = { readonly event: PublicEvent; readonly foreign: ForeignPage };

/** An event's registration page, as high as the window. */
export function EventViewer({ event, foreign }: EventViewerProps) {
  const { t } = useTranslation("events");
  return (
    <>
      <h1 className="visually-hidden">{event.title}</h1>
      <ForeignBar {...foreign} />
      <EventFrame link={foreign.link} title={t("viewer.frame", { title: event.title })} />
    </>
  );
}
