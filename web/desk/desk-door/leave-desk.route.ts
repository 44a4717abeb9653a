import { redirectDocument } from "react-router";
import { forgetBrowser } from "#src/http/clear-site-data.ts";
import { bringsPasses, passesForgotten } from "#src/http/organiser-cookies.ts";
import { setCookies, siteContext } from "#src/http/page-context.ts";
import { passMark } from "#src/http/signed-in-cookie.ts";
import { visitsForgotten } from "../overview/last-visit.ts";
import type { Route } from "./+types/leave-desk.route.ts";

/** A GET request leaves nothing, so a link cannot do it. */
export function loader() {
  return redirectDocument("/admin-raffle-list");
}

/** Removes all passes, cached pages and drafts from the browser, because somebody else may use it next. */
export function action({ request, context }: Route.ActionArgs) {
  const { origin } = context.get(siteContext).config;
  const cookies = request.headers.get("cookie") ?? "";
  const rest = cookies.split(";").filter((cookie) => !bringsPasses(cookie));
  setCookies(context, [...passesForgotten(origin), ...passMark(rest.join(";"), origin), ...visitsForgotten(cookies)]);
  return redirectDocument("/admin-raffle-list?left", { status: 303, headers: forgetBrowser(cookies) });
}
