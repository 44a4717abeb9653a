import { redirect, redirectDocument } from "react-router";
import { setCookies, siteContext, visitorContext } from "#src/api/page-context.ts";
import { ACCOUNT_HEADERS } from "../../account.ts";
import type { Route } from "./+types/sign-out.ts";

/** A link does not sign anybody out. */
export function loader() {
  return redirect("/");
}

export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(siteContext);
  setCookies(context, await accounts.signOut(context.get(visitorContext)));
  return redirectDocument("/", { status: 303, headers: ACCOUNT_HEADERS });
}
