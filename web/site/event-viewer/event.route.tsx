import { useTranslation } from "react-i18next";
import type { Route } from "./+types/event.route.ts";
import { EventFrame } from "./event-frame.tsx";
import { framedEvent } from "./framed-event.ts";

export const handle = { embeds: true };

export function loader(args: Route.LoaderArgs) {
  return framedEvent(args, { path: "event", link: "src", description: "events:viewer.description" });
}

/** An event's registration page, as high as the window. */
export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("events");
  const { event } = loaderData;
  return (
    <>
      {event && <h1 className="visually-hidden">{event.title}</h1>}
      <EventFrame page={loaderData} title={t("viewer.frame", { title: event?.title })} />
    </>
  );
}
