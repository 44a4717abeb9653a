import { useTranslation } from "react-i18next";
import { MAX_PASSWORD, MAX_USERNAME } from "#src/access/limits.ts";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { KeptEventView } from "../../views/account-event-view.ts";
import type { ProfileIntent } from "../../views/account-form.ts";
import type { KeptRaffleView } from "../../views/account-raffle-view.ts";
import type { RefusalView } from "../../views/refusal-view.ts";
import { FormSection } from "../form-section.tsx";
import { Notice } from "../notice.tsx";
import { PageHeading } from "../page-heading.tsx";
import { EmailAddress } from "./email-address.tsx";
import { NewPassword } from "./new-password.tsx";
import { OwnEvents } from "./own-events.tsx";
import { OwnRaffles } from "./own-raffles.tsx";
import { Sessions, type SessionView } from "./sessions.tsx";

type ProfileProps = {
  readonly account: { readonly username: string; readonly email: string; readonly verified: boolean | null };
  /** What was done just before. */
  readonly done: ProfileIntent | null;
  readonly sessions: readonly SessionView[];
  readonly raffles: readonly KeptRaffleView[];
  readonly page: number;
  readonly more: boolean;
  readonly events: readonly KeptEventView[];
  readonly eventsPage: number;
  readonly moreEvents: boolean;
  readonly result: ProfileResult | null;
};

type ProfileResult = {
  readonly intent: ProfileIntent | null;
  /** As it was typed. */
  readonly username: string;
  readonly refusal: RefusalView;
};

const DONE = {
  rename: "renamed",
  password: "passwordChanged",
  "end-session": "sessionEnded",
  verify: "verificationSent",
} as const;

/** Somebody's own page: their raffles, their details, their password, and where they are signed in. */
export function Profile({ account, done, sessions, result, ...own }: ProfileProps) {
  const { t } = useTranslation("accounts");
  const failed = (intent: ProfileIntent) => (result?.intent === intent ? result.refusal : null);
  const [name, password] = [failed("rename"), failed("password")];
  return (
    <>
      {done && !result && <Notice kind="success">{t(`profile.${DONE[done]}`)}</Notice>}
      {failed("end-session") && <Notice kind="error">{t("profile.notChanged")}</Notice>}
      <PageHeading title={t("profile.heading")} lead={account.username} />
      <div className="form">
        <OwnRaffles raffles={own.raffles} page={own.page} more={own.more} />
        <OwnEvents events={own.events} page={own.eventsPage} more={own.moreEvents} />
      </div>
      <form method="post" noValidate className="form">
        <FormErrorsProvider errors={name?.errors ?? {}}>
          {name && <ErrorSummary heading={t("profile.notChanged")} refusal={name} />}
          <FormSection title={t("profile.details")}>
            <TextField
              name="username"
              label={t("register.username")}
              maxLength={MAX_USERNAME}
              defaultValue={name ? result?.username : account.username}
              autoComplete="nickname"
              required
            />
            <Submit intent="rename" label={t("profile.rename")} />
          </FormSection>
        </FormErrorsProvider>
      </form>
      <EmailAddress email={account.email} verified={account.verified} refusal={failed("verify")} />
      <form method="post" noValidate className="form">
        <FormErrorsProvider errors={password?.errors ?? {}}>
          {password && <ErrorSummary heading={t("profile.notChanged")} refusal={password} />}
          <FormSection title={t("profile.password")} hint={t("profile.passwordHint")}>
            {/* For password managers, which keep a password by its address. */}
            <input type="hidden" name="email" autoComplete="username" value={account.email} />
            <TextField
              name="current"
              type="password"
              label={t("profile.current")}
              maxLength={MAX_PASSWORD}
              autoComplete="current-password"
              required
            />
            <NewPassword label={t("profile.new")} isGuessable={password?.reason === "common-password"} />
            <Submit intent="password" label={t("profile.changePassword")} />
          </FormSection>
        </FormErrorsProvider>
      </form>
      <div className="form">
        <Sessions sessions={sessions} />
      </div>
    </>
  );
}

function Submit({ intent, label }: { readonly intent: ProfileIntent; readonly label: string }) {
  return (
    <button type="submit" name="intent" value={intent} className="button">
      {label}
    </button>
  );
}
