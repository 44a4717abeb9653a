import { readAccountData } from "#src/accounts/own-account/data-export.ts";
import { siteContext } from "#src/http/page-context.ts";
import { accountFor, toLogin } from "../../requests/account.ts";
import type { Route } from "./+types/own-data.route.ts";

/** What the site stores about the signed-in account, as a file. */
export async function loader(page: Route.LoaderArgs): Promise<Response> {
  const account = await accountFor(page);
  const stored = await readAccountData(page.context.get(siteContext).db, account);
  if (!stored) throw toLogin(page.request);
  return new Response(JSON.stringify(stored, null, 2), {
    headers: {
      "content-type": "application/json",
      "content-disposition": 'attachment; filename="account.json"',
      "cache-control": "no-store",
    },
  });
}
