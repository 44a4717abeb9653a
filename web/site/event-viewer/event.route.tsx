import { RecordNotFound } from "../../ui/not-found/record-not-found.tsx";
import type { Route } from "./+types/event.route.ts";
import { EventViewer } from "./event-viewer.tsx";
import { framedEvent } from "./framed-event.ts";

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
