import type { PageHandle } from "#src/http/page-handle.ts";
import { PageScript } from "../../page/page-script.tsx";
import { siteLoader } from "../../requests/screens.ts";
import driverUrl from "../../ui/tickets/drive-tickets.ts?worker&url";
import starter from "../../ui/tickets/start-tickets.ts?inline-script";
import { MyTickets } from "./my-tickets.tsx";

export const handle: PageHandle = { cached: { shows: "texts" } };

export const loader = siteLoader("pages:tickets.description", async ({ meta }) => ({
  meta: { ...meta, listed: false },
}));

/** All entries that this browser remembers. The page is the same for everybody: the browser fills it. */
export default function MyTicketsRoute() {
  return (
    <>
      <MyTickets driver={driverUrl} />
      <PageScript text={starter} />
    </>
  );
}
