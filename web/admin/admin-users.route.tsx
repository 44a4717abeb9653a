import { listUsers, releaseTypedMail, setBanned, setRole } from "#src/accounts/users.ts";
import { accept } from "#src/base/outcome.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formText } from "../requests/form-text.ts";
import { userIntent } from "../site/sign-in/account-form.ts";
import { adminAction, adminLoader } from "./admin-screen.ts";
import { AdminUsers } from "./admin-users.tsx";

export const handle: PageHandle = { forms: true };

export const loader = adminLoader(async ({ site, scope, page, fragment }) => {
  const { users, more } = await listUsers(site.db, scope, { fragment, page });
  return { users: users.map((user) => ({ ...user, isYou: user.id === scope.userId })), fragment, page, more };
});

export const action = adminAction({
  read: (form) => ({ id: formText(form, "user") }),
  change: async ({ deps, scope, intent: pressed, typed: { id } }) => {
    const sendsMail = deps.config.smtp !== undefined;
    const intent = userIntent(pressed);
    const done = await (async () => {
      switch (intent) {
        // Without mail, whether the account is really theirs is asked anyway.
        case "ask-admin":
          return sendsMail ? null : setRole(deps, scope, id, { role: "admin", sendsMail, vouched: false });
        case "make-admin":
        case "make-known-admin":
          return setRole(deps, scope, id, { role: "admin", sendsMail, vouched: intent === "make-known-admin" });
        case "make-user":
          return setRole(deps, scope, id, { role: "user" });
        case "ban":
        case "unban":
          return setBanned(deps, scope, id, intent === "ban");
        case "release-typed-mail":
          return releaseTypedMail(deps, scope, id);
        default:
          return null;
      }
    })();
    return done && !done.ok ? done : accept(intent);
  },
});

export default AdminUsers;
