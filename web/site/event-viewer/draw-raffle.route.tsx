import { RecordNotFound } from "../../ui/not-found/record-not-found.tsx";
import type { Route } from "./+types/draw-raffle.route.ts";
import { DrawViewer } from "./draw-viewer.tsx";
import { framedEvent } from "./framed-event.ts";

export const handle = { embeds: true };

export function loader(args: Route.LoaderArgs) {
  return framedEvent(args, { path: "draw-raffle", link: "srcDraw", description: "events:viewer.drawDescription" });
}

export default function DrawPage({ loaderData }: Route.ComponentProps) {
  const { event, foreign, message, productName } = loaderData;
  if (event && foreign) return <DrawViewer event={event} foreign={foreign} />;
  return (
    <div className="page">
      <RecordNotFound productName={productName} message={message} ended={false} />
    </div>
  );
}
