import { createContext } from "react-router";
import type { OrganiserScope } from "#src/access/scope.ts";
import { type DeskState, readDeskState } from "#src/claims/desk-state.ts";
import { type NextStep, nextStepOf } from "#src/claims/next-step.ts";
import { siteContext } from "#src/http/page-context.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { PageRequest } from "../../requests/page-request.ts";

type DeskNow = { readonly state: DeskState; readonly next: NextStep };

const readContext = createContext<{ readonly raffle: PublicRaffle; readonly now: Promise<DeskNow> } | null>(null);

/** Where a raffle is, and what its organiser does next. It is read once for a request, so that head and page agree. */
export async function deskStateOf(
  { context }: Pick<PageRequest, "context">,
  scope: OrganiserScope,
  raffle: PublicRaffle,
): Promise<DeskNow> {
  const known = context.get(readContext);
  const now = known?.raffle === raffle ? known.now : readNow({ context }, scope, raffle);
  context.set(readContext, { raffle, now });
  return now;
}

async function readNow(
  { context }: Pick<PageRequest, "context">,
  scope: OrganiserScope,
  raffle: PublicRaffle,
): Promise<DeskNow> {
  const { db, clock } = context.get(siteContext);
  const state = await readDeskState(db, scope, raffle, clock());
  return { state, next: nextStepOf(state) };
}
