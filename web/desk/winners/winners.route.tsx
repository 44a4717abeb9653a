import type { PageHandle } from "#src/http/page-handle.ts";
import { loadDeskHead } from "../../requests/desk-head.ts";
import { organiserFor } from "../../requests/organiser.ts";
import { DeskHead } from "../../ui/desk-head/desk-head.tsx";
import type { Route } from "./+types/winners.route.ts";
import { Winners } from "./winners.tsx";
import { actOnWinner } from "./winners-action.ts";
import { loadWinners } from "./winners-page.ts";

export const handle: PageHandle = { forms: true, personal: true, leavesDesk: "as-guest" };

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const [page, desk] = await Promise.all([loadWinners(args, scope), loadDeskHead(args, scope)]);
  return { ...page, desk };
}

export async function action(args: Route.ActionArgs) {
  return actOnWinner(args, await organiserFor(args, "raffleCode"));
}

export default function WinnersPage({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <>
      <DeskHead head={loaderData.desk} />
      <Winners page={loaderData} accessCode={params.accessCode} result={actionData ?? null} />
    </>
  );
}
