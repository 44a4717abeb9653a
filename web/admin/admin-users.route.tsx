import { useTranslation } from "react-i18next";
import { MAX_EMAIL } from "#src/accounts/limits.ts";
import { listUsers, releaseTypedMail, setBanned, setRole } from "#src/accounts/users.ts";
import { accept } from "#src/base/outcome.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { useAnswerFocus } from "../page/use-answer-focus.ts";
import { formText } from "../requests/form-text.ts";
import { type UserIntent, userIntent } from "../site/sign-in/account-form.ts";
import { Submit } from "../ui/buttons/buttons.tsx";
import { Fact } from "../ui/fact.tsx";
import { ListSearch } from "../ui/list-search/list-search.tsx";
import { PageLinks } from "../ui/page-links.tsx";
import { Notice, RefusalNotice } from "../ui/page-parts.tsx";
import { When } from "../ui/when.tsx";
import type { Route } from "./+types/admin-users.route.ts";
import { adminAction, adminLoader } from "./admin-screen.ts";
import { QuestionForm } from "./question-form.tsx";

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

type UserView = Route.ComponentProps["loaderData"]["users"][number];

/** All accounts. An admin can change each one's role, block it, and unblock it. */
export default function AdminUsers({ loaderData, actionData: result }: Route.ComponentProps) {
  const { users, fragment, page, more } = loaderData;
  const { t } = useTranslation(["accounts", "messages"]);
  const id = result?.typed.id;
  const done = result?.done ?? null;
  const name = users.find((user) => user.id === id)?.username ?? "";
  return (
    <>
      {done && !isQuestion(done) && <Notice kind="success">{t(`admin.done.${done}`, { name })}</Notice>}
      {result?.refusal && <RefusalNotice refusal={result.refusal} of={t("admin.failed")} />}
      <ListSearch label={t("admin.searchUsers")} fragment={fragment} maxLength={MAX_EMAIL} button={t("admin.search")} />
      {users.length === 0 && <p>{t("admin.nothing")}</p>}
      <ul className="account-list">
        {users.map((user) => (
          <li key={user.id}>
            <h2>{user.username}</h2>
            <UserFacts user={user} />
            {user.isYou ? (
              <p className="chip">{t("admin.you")}</p>
            ) : (
              <UserButtons
                user={user}
                isAsked={id === user.id && result?.refusal?.reason === "holder-unconfirmed"}
                question={id === user.id && isQuestion(done) ? done : null}
              />
            )}
          </li>
        ))}
      </ul>
      <PageLinks page={page} more={more} query={{ q: fragment }} />
    </>
  );
}

function UserFacts({ user }: { readonly user: UserView }) {
  const { t } = useTranslation("accounts");
  return (
    <dl className="account-facts">
      <Fact
        label={t("login.email")}
        value={`${user.email}, ${t(user.emailVerified ? "admin.verified" : "admin.unverified")}`}
      />
      <Fact
        label={t("admin.role")}
        value={[t(`admin.${user.role}`), user.banned && t("admin.banned")].filter(Boolean).join(", ")}
      />
      <Fact label={t("admin.raffles")} value={user.raffles} />
      <Fact label={t("admin.since")} value={<When at={user.createdAt} />} />
    </dl>
  );
}

/** What is asked before an account gets all rights, or loses all. */
const QUESTIONS = {
  "ask-admin": { ask: "makeAdminAsk", yes: "makeAdminYes", intent: "make-admin" },
  "ask-ban": { ask: "banAsk", yes: "banYes", intent: "ban" },
} as const;

function isQuestion(intent: UserIntent | null): intent is keyof typeof QUESTIONS {
  return intent !== null && intent in QUESTIONS;
}

function Question({ user, question }: { readonly user: UserView; readonly question: keyof typeof QUESTIONS }) {
  const { t } = useTranslation("accounts");
  const { ask, yes, intent } = QUESTIONS[question];
  const focus = useAnswerFocus<HTMLFormElement>(question);
  return (
    <QuestionForm
      {...focus}
      ask={t(`admin.${ask}`, { name: user.username })}
      yes={t(`admin.${yes}`, { name: user.username })}
      intent={intent}
      about={{ name: "user", value: user.id }}
    />
  );
}

type UserButton = "makeUser" | "makeAdmin" | "makeKnownAdmin" | "unban" | "ban" | "releaseTypedMail";

type UserButtonsProps = {
  readonly user: UserView;
  /** Whether to ask for confirmation that the account is this person's, which nothing else proves. */
  readonly isAsked: boolean;
  readonly question: keyof typeof QUESTIONS | null;
};

function UserButtons({ user, isAsked, question }: UserButtonsProps) {
  const { t } = useTranslation("accounts");
  if (question) return <Question user={user} question={question} />;
  const button = (intent: UserIntent, label: UserButton) => (
    <Submit label={t(`admin.${label}`)} intent={intent} aria-label={t(`admin.${label}Of`, { name: user.username })} />
  );
  return (
    <form method="post" className="actions">
      <input type="hidden" name="user" value={user.id} />
      {user.role === "admin" && button("make-user", "makeUser")}
      {user.role !== "admin" &&
        (isAsked ? button("make-known-admin", "makeKnownAdmin") : button("ask-admin", "makeAdmin"))}
      {!user.typedMailReleased && button("release-typed-mail", "releaseTypedMail")}
      {user.banned ? button("unban", "unban") : button("ask-ban", "ban")}
    </form>
  );
}
