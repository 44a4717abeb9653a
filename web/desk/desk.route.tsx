import { Outlet } from "react-router";
import type { PageHandle } from "#src/http/page-handle.ts";
import { proveDesk } from "../requests/organiser.ts";
import type { Route } from "./+types/desk.route.ts";
import { DeskHead } from "./desk-head/desk-head.tsx";
import { loadDeskHead } from "./desk-head/desk-head-view.ts";

/** What all screens of the desk declare, unless they say otherwise. */
export const handle: PageHandle = { personal: true, hasBar: true, leavesDesk: "as-guest" };

/** Proves the organiser once for each request of a screen, before its action or loader. */
export const middleware: Route.MiddlewareFunction[] = [(args) => proveDesk(args)];

export async function loader(args: Route.LoaderArgs) {
  return { head: await loadDeskHead(args) };
}

export default function Desk({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {loaderData.head && <DeskHead head={loaderData.head} />}
      <Outlet />
    </>
  );
}
