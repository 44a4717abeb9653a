import { data, redirectDocument } from "react-router";
import { OWNER, proveMember, proveOwner } from "#src/access/organiser.ts";
import { accountContext, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { attempt } from "../../requests/attempt.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/people.route.ts";
import { People } from "./people.tsx";
import { type Asking, changePeople, loadPeople, type PeopleResult, typedInvitation } from "./people-page.ts";

export const handle: PageHandle = { forms: true };

export async function loader(args: Route.LoaderArgs) {
  const asking = await whoAsks(args);
  return loadPeople(args.context, asking);
}

export async function action(args: Route.ActionArgs) {
  const { context, params } = args;
  const asking = await whoAsks(args);
  const form = await readForm(args.request, context.get(visitorContext).language);
  const outcome = await attempt(context, () => changePeople(context, asking, form), form);
  if (!outcome.ok) {
    const refusal = refusalView(outcome.refusal);
    return data<PeopleResult>({ is: "refused", refusal, typed: typedInvitation(form) }, refusalStatus(outcome.refusal));
  }
  const { value } = outcome;
  // Who was let in by a code is an owner from now on; who gave up their role has no desk any more.
  const leadOn = (to: string) => redirectDocument(to, 303);
  if (value.is === "adopted") return leadOn(`/people/${params.raffleCode}/${OWNER}`);
  const me = await proveMember(context.get(siteContext).db, asking.account, params.raffleCode);
  if (asking.owner && (!me || me.role === "helper")) return leadOn("/profile");
  return data<PeopleResult>(value);
}

async function whoAsks(args: Route.LoaderArgs | Route.ActionArgs): Promise<Asking> {
  const scope = organiserOf(args);
  const account = await args.context.get(accountContext)();
  return { scope, account, owner: await proveOwner(args.context.get(siteContext).db, scope, account) };
}

export default function PeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  return <People view={loaderData} result={actionData ?? null} />;
}
