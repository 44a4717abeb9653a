import type { PageHandle } from "#src/http/page-handle.ts";
import { organiserOf } from "../../requests/organiser.ts";
import type { Route } from "./+types/winners.route.ts";
import { Winners } from "./winners.tsx";
import { actOnWinner } from "./winners-action.ts";
import { loadWinners } from "./winners-page.ts";

export const handle: PageHandle = { forms: true };

export async function loader(args: Route.LoaderArgs) {
  const scope = organiserOf(args);
  return loadWinners(args, scope);
}

export async function action(args: Route.ActionArgs) {
  return actOnWinner(args, organiserOf(args));
}

export default function WinnersPage({ loaderData, actionData, params }: Route.ComponentProps) {
  return <Winners page={loaderData} accessCode={params.accessCode} result={actionData ?? null} />;
}
