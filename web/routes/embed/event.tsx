import { EventViewer } from "../../components/event-viewer/event-viewer.tsx";
import { RecordNotFound } from "../../components/not-found/record-not-found.tsx";
import { pageMeta } from "../../page-meta.ts";
import { framedEvent } from "../../views/framed-event.ts";
import type { Route } from "./+types/event.ts";

export const handle = { embeds: true };

export function loader(args: Route.LoaderArgs) {
  return framedEvent(args, { path: "event", link: "src", description: "events:viewer.description" });
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { event, message, productName } = loaderData;
  if (event) return <EventViewer event={event} />;
  return (
    <div className="page">
      <RecordNotFound productName={productName} message={message} />
    </div>
  );
}
