import { DrawViewer } from "../../components/event-viewer/draw-viewer.tsx";
import { RecordNotFound } from "../../components/not-found/record-not-found.tsx";
import { pageMeta } from "../../page-meta.ts";
import { framedEvent } from "../../views/framed-event.ts";
import type { Route } from "./+types/draw-raffle.ts";

export const handle = { embeds: true };

export function loader(args: Route.LoaderArgs) {
  return framedEvent(args, { path: "draw-raffle", link: "srcDraw", description: "events:viewer.drawDescription" });
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function DrawPage({ loaderData }: Route.ComponentProps) {
  const { event, message, productName } = loaderData;
  if (event) return <DrawViewer event={event} />;
  return (
    <div className="page">
      <RecordNotFound productName={productName} message={message} />
    </div>
  );
}
