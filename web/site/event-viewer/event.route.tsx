import { useTranslation } from "react-i18next";
import type { PublicEvent } from "#src/events/schema.ts";
import { RecordNotFound } from "../../ui/not-found/record-not-found.tsx";
import type { Route } from "./+types/event.route.ts";
import { EventFrame } from "./event-frame.tsx";
import { ForeignBar } from "./foreign-bar.tsx";
import { type ForeignPage, framedEvent } from "./framed-event.ts";

export const handle = { embeds: true };

export function loader(args: Route.LoaderArgs) {
  return framedEvent(args, { path: "event", link: "src", description: "events:viewer.description" });
}

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { event, foreign, message, productName } = loaderData;
  if (event && foreign) return <EventViewer event={event} foreign={foreign} />;
  return (
    <div className="page">
      <RecordNotFound productName={productName} message={message} ended={false} />
    </div>
  );
}

/** An event's registration page, as high as the window. */
function EventViewer({ event, foreign }: { readonly event: PublicEvent; readonly foreign: ForeignPage }) {
  const { t } = useTranslation("events");
  return (
    <>
      <h1 className="visually-hidden">{event.title}</h1>
      <ForeignBar {...foreign} />
      <EventFrame link={foreign.link} title={t("viewer.frame", { title: event.title })} />
    </>
  );
}
