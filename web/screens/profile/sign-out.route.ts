import { redirect, redirectDocument } from "react-router";
import { FORGET_BROWSER } from "#src/http/clear-site-data.ts";
import { setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import { signedOutMark } from "#src/http/signed-in-cookie.ts";
import { ACCOUNT_HEADERS } from "../../requests/account.ts";
import type { Route } from "./+types/sign-out.route.ts";

/** A GET request signs nobody out, so a link cannot do it. */
export function loader() {
  return redirect("/");
}

export async function action({ context }: Route.ActionArgs) {
  const { accounts, config } = context.get(siteContext);
  const over = await accounts.signOut(context.get(visitorContext));
  setCookies(context, [...over, signedOutMark(config.origin)]);
  return redirectDocument("/", { status: 303, headers: { ...ACCOUNT_HEADERS, ...FORGET_BROWSER } });
}
