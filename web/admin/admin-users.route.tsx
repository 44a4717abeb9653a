import { data } from "react-router";
import { listUsers, releaseTypedMail, setBanned, setRole } from "#src/accounts/users.ts";
import { accept } from "#src/base/outcome.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { adminFor } from "../requests/account.ts";
import { attempt } from "../requests/attempt.ts";
import { formText } from "../requests/form-text.ts";
import { readForm } from "../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../requests/refusals/refusal-view.ts";
import { userIntent } from "../site/sign-in/account-form.ts";
import type { Route } from "./+types/admin-users.route.ts";
import { adminPage } from "./admin-page.ts";
import { AdminUsers } from "./admin-users.tsx";

export const handle: PageHandle = { forms: true, personal: true };

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, page, fragment, meta } = adminPage(args);
  const { users, more } = await listUsers(site.db, admin, { fragment, page });
  const shown = users.map(({ createdAt, ...user }) => ({
    ...user,
    isYou: user.id === admin.userId,
    since: formatTimestamp(createdAt, language, site.config.timeZone),
  }));
  return { users: shown, fragment, page, more, meta };
}

export async function action(args: Route.ActionArgs) {
  const admin = await adminFor(args);
  const site = args.context.get(siteContext);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const id = formText(form, "user");
  const intent = userIntent(formText(form, "intent"));
  const sendsMail = site.config.smtp !== undefined;
  const outcome = await attempt(args.context, async () => {
    switch (intent) {
      // Without mail, whether the account is really theirs is asked anyway.
      case "ask-admin":
        return sendsMail ? accept(undefined) : setRole(site, admin, id, { role: "admin", sendsMail, vouched: false });
      case "make-admin":
      case "make-known-admin":
        return setRole(site, admin, id, {
          role: "admin",
          sendsMail,
          vouched: intent === "make-known-admin",
        });
      case "make-user":
        return setRole(site, admin, id, { role: "user" });
      case "ban":
        return setBanned(site, admin, id, true);
      case "unban":
        return setBanned(site, admin, id, false);
      case "release-typed-mail":
        return releaseTypedMail(site, admin, id);
      case "ask-ban":
      case null:
        return accept(undefined);
    }
  });
  if (outcome.ok) return data({ id, done: intent, refusal: null });
  return data({ id, done: null, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

export default function AdminUsersPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminUsers {...loaderData} result={actionData ?? null} />;
}
