import { data } from "react-router";
import { listUsers, setBanned, setRole } from "#src/access/users.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { accept } from "#src/base/outcome.ts";
import { showMoment } from "#src/i18n/format.ts";
import { ACCOUNT_HEADERS, adminFor } from "../../account.ts";
import { AdminUsers } from "../../components/admin/admin-users.tsx";
import { pageMeta } from "../../page-meta.ts";
import { userIntent } from "../../views/account-form.ts";
import { adminPage } from "../../views/admin-page.ts";
import { attempt } from "../../views/attempt.ts";
import { formText } from "../../views/form-text.ts";
import { readForm } from "../../views/posted-form.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/admin-users.ts";

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, page, fragment, meta } = adminPage(args);
  const { users, more } = await listUsers(site.db, admin, { fragment, page });
  const shown = users.map(({ createdAt, ...user }) => ({
    ...user,
    isYou: user.id === admin.userId,
    since: showMoment(createdAt, language, site.config.timeZone),
  }));
  return { users: shown, fragment, page, more, meta };
}

export async function action(args: Route.ActionArgs) {
  const admin = await adminFor(args);
  const site = args.context.get(siteContext);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const id = formText(form, "user");
  const intent = userIntent(formText(form, "intent"));
  const outcome = await attempt(args.context, async () => {
    switch (intent) {
      case "make-admin":
        return setRole(site, admin, id, "admin");
      case "make-user":
        return setRole(site, admin, id, "user");
      case "ban":
        return setBanned(site, admin, id, true);
      case "unban":
        return setBanned(site, admin, id, false);
      case null:
        return accept(undefined);
    }
  });
  if (outcome.ok) return data({ id, done: intent, refusal: null });
  return data({ id, done: null, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

export const headers = () => ACCOUNT_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function AdminUsersPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminUsers {...loaderData} result={actionData ?? null} />;
}
