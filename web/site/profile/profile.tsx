import { useTranslation } from "react-i18next";
import { MAX_USERNAME } from "#src/accounts/limits.ts";
import type { AccountEvent } from "#src/events/account-events.ts";
import { TextField } from "../../forms/fields.tsx";
import { ErrorSummary, RefusableForm } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { FormSection, Notice, PageHeading, RefusalNotice } from "../../ui/page-parts.tsx";
import type { ProfileIntent } from "../sign-in/account-form.ts";
import { NewPassword, PASSWORD } from "../sign-in/new-password.tsx";
import type { Route } from "./+types/profile.route.ts";
import { EventItem } from "./event-item.tsx";
import { OwnRaffles } from "./own-raffles.tsx";
import "../sign-in/account.css";

const DONE = {
  rename: "renamed",
  password: "passwordChanged",
  "end-session": "sessionEnded",
  verify: "verificationSent",
  "leave-raffle": "raffleLeft",
} as const;

/** The fields of the password's part, whose messages alone do not say which is meant. */
const PASSWORD_FIELDS: Readonly<Record<string, "profile.current" | "profile.new" | "register.repeated">> = {
  current: "profile.current",
  password: "profile.new",
  repeated: "register.repeated",
};

/** A person's own page: raffles, details, password and sessions. */
export function Profile({ loaderData, actionData: result }: Route.ComponentProps) {
  const { account, factorSince, done, sessions, raffles, events } = loaderData;
  const { t } = useTranslation(["accounts", "messages", "team"]);
  const failed = (intent: ProfileIntent) => (result?.intent === intent ? result.refusal : null);
  const [name, password, leaving] = [failed("rename"), failed("password"), failed("leave-raffle")];
  return (
    <>
      {done && !result && <Notice kind="success">{t(`profile.${DONE[done]}`)}</Notice>}
      {failed("end-session") && (
        <Notice kind="error" answers>
          {t("profile.notChanged")}
        </Notice>
      )}
      {leaving && <RefusalNotice refusal={leaving} />}
      <PageHeading title={t("profile.heading")} lead={account.username} />
      <div className="form">
        <OwnRaffles {...raffles} page={loaderData.rafflesPage} />
        <OwnEvents {...events} page={loaderData.eventsPage} />
      </div>
      <RefusableForm draft="profile" heading={t("profile.notChanged")} refusal={name}>
        <FormSection title={t("profile.details")}>
          <TextField
            name="username"
            label={t("register.username")}
            maxLength={MAX_USERNAME}
            defaultValue={name ? result?.typed.username : account.username}
            autoComplete="nickname"
            required
          />
          <Submit intent="rename" label={t("profile.rename")} />
        </FormSection>
      </RefusableForm>
      <EmailAddress email={account.email} verified={account.verified} refusal={failed("verify")} />
      <RefusableForm
        heading={t("profile.notChanged")}
        refusal={password}
        nameOf={(field) => {
          const label = PASSWORD_FIELDS[field];
          return label ? t(label) : null;
        }}
      >
        <FormSection title={t("profile.password")} hint={t("profile.passwordHint")}>
          {/* Password managers need this field, because they store a password by e-mail address. */}
          <input type="hidden" name="email" autoComplete="username" value={account.email} />
          <TextField {...PASSWORD} name="current" label={t("profile.current")} autoComplete="current-password" />
          <NewPassword label={t("profile.new")} refusedFor={password?.reason} />
          <Submit intent="password" label={t("profile.changePassword")} />
        </FormSection>
      </RefusableForm>
      <div className="form">
        <SecondFactor since={factorSince} />
        <FormSection title={t("tokens.heading", { ns: "team" })} hint={t("tokens.profile", { ns: "team" })}>
          <p>
            <ButtonLink label={t("tokens.manage", { ns: "team" })} href="/api-tokens" />
          </p>
        </FormSection>
        <Sessions sessions={sessions} />
        <FormSection title={t("profile.data")} hint={t("profile.dataHint")}>
          <p className="actions">
            <ButtonLink label={t("profile.download")} href="/profile/data" />
            <ButtonLink label={t("profile.delete")} href="/delete-account" look="quiet" />
          </p>
        </FormSection>
      </div>
    </>
  );
}

/** Whether a code from a phone is asked for as well as the password, and the way to change that. */
function SecondFactor({ since }: { readonly since: Date | null }) {
  const { t } = useTranslation("accounts");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("factor.heading")} hint={t("factor.lead")}>
      {since && <p className="chip chip-open">{t("factor.inUse", timestamp(since))}</p>}
      <p>
        <ButtonLink label={t(since ? "factor.change" : "factor.setUp")} href="/second-factor" />
      </p>
    </FormSection>
  );
}

type EmailAddressProps = {
  readonly email: string;
  /** Null if the site sends no mail and so asks nobody to verify. */
  readonly verified: boolean | null;
  readonly refusal: RefusalView | null;
};

/** An account's e-mail address, whether it is verified, and the way to change it. */
function EmailAddress({ email, verified, refusal }: EmailAddressProps) {
  const { t } = useTranslation("accounts");
  return (
    <form method="post" className="form">
      {refusal && <ErrorSummary heading={t("profile.notSent")} refusal={{ ...refusal, errors: {} }} />}
      <FormSection title={t("profile.email")} hint={email}>
        {verified && <p className="chip chip-open">{t("profile.verified")}</p>}
        {verified === false && (
          <>
            <p>{t("profile.unverified")}</p>
            <Submit label={t("profile.sendAgain")} intent="verify" />
          </>
        )}
        <p>
          <ButtonLink label={t("profile.changeEmail")} href="/change-email" />
        </p>
      </FormSection>
    </form>
  );
}

type Session = Route.ComponentProps["loaderData"]["sessions"][number];

/** An account's sessions. The person can sign out each of the others from here. */
function Sessions({ sessions }: { readonly sessions: readonly Session[] }) {
  const { t } = useTranslation("accounts");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("profile.sessions")}>
      <ul className="account-list">
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionName session={session} />
            <p className="hint">
              {t("profile.startedAt", timestamp(session.startedAt))}
              {" · "}
              {t("profile.usedAt", timestamp(session.usedAt))}
            </p>
            {session.isThis ? (
              <p className="chip">{t("profile.thisBrowser")}</p>
            ) : (
              <form method="post">
                <input type="hidden" name="session" value={session.id} />
                <Submit
                  label={t("profile.endSession")}
                  intent="end-session"
                  aria-label={t("profile.endSessionOf", { browser: session.browser ?? t("profile.unknownBrowser") })}
                />
              </form>
            )}
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

function SessionName({ session: { browser, system } }: { readonly session: Session }) {
  const { t } = useTranslation("accounts");
  const name = browser && system ? t("profile.browserOn", { browser, system }) : (browser ?? system);
  return <p className="account-list-name">{name ?? t("profile.unknownBrowser")}</p>;
}

type OwnEventsProps = { readonly events: readonly AccountEvent[]; readonly page: number; readonly more: boolean };

function OwnEvents({ events, page, more }: OwnEventsProps) {
  const { t } = useTranslation("accounts");
  return (
    <FormSection title={t("profile.events")}>
      {events.length === 0 && <p>{t("profile.noEvents")}</p>}
      <ul className="account-list">
        {events.map((event) => (
          <EventItem key={event.code} event={event} heading="h3" />
        ))}
      </ul>
      <PageLinks page={page} more={more} name="events" />
      <p>
        <a href="/create-event">{t("profile.createEvent")}</a>
      </p>
    </FormSection>
  );
}
