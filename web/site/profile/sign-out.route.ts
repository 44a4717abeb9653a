import { redirectDocument } from "react-router";
import { forgetBrowser } from "#src/http/clear-site-data.ts";
import { setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import { guestMark } from "#src/http/signed-in-cookie.ts";
import type { Route } from "./+types/sign-out.route.ts";

/** A GET request signs nobody out, so a link cannot do it. */
export function loader() {
  return redirectDocument("/");
}

export async function action({ context }: Route.ActionArgs) {
  const { accounts, config } = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const over = await accounts.signOut(visitor);
  setCookies(context, [...over, ...guestMark(visitor.cookie, config.origin)]);
  return redirectDocument("/", { status: 303, headers: forgetBrowser(visitor.cookie) });
}
