import { useTranslation } from "react-i18next";
import { MAX_EMAIL } from "#src/accounts/limits.ts";
import { useAnswerFocus } from "../page/use-answer-focus.ts";
import type { UserIntent } from "../site/sign-in/account-form.ts";
import { Submit } from "../ui/buttons/buttons.tsx";
import { Fact } from "../ui/fact.tsx";
import { ListSearch } from "../ui/list-search/list-search.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageLinks } from "../ui/page-links.tsx";
import { RefusalNotice } from "../ui/refusal-notice.tsx";
import { When } from "../ui/when.tsx";
import type { Route } from "./+types/admin-users.route.ts";
import { QuestionForm } from "./question-form.tsx";

type UserView = Route.ComponentProps["loaderData"]["users"][number];

/** All accounts. An admin can change each one's role, block it, and unblock it. */
export function AdminUsers({ loaderData, actionData: result }: Route.ComponentProps) {
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
      <div>
        <dt>{t("login.email")}</dt>
        <dd>
          {user.email}, {t(user.emailVerified ? "admin.verified" : "admin.unverified")}
        </dd>
      </div>
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
