import { useTranslation } from "react-i18next";
import type { FormattedTimestamp } from "#src/i18n/format.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import "../sign-in/account.css";

export type SessionView = {
  readonly id: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly isThis: boolean;
  readonly started: FormattedTimestamp;
  readonly used: FormattedTimestamp;
};

/** An account's sessions. The person can sign out each of the others from here. */
export function Sessions({ sessions }: { readonly sessions: readonly SessionView[] }) {
  const { t } = useTranslation("accounts");
  return (
    <FormSection title={t("profile.sessions")}>
      <ul className="account-list">
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionName session={session} />
            <p className="hint">
              {t("profile.startedAt", { date: session.started.date, time: session.started.time })}
              {" · "}
              {t("profile.usedAt", { date: session.used.date })}
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

function SessionName({ session: { browser, system } }: { readonly session: SessionView }) {
  const { t } = useTranslation("accounts");
  const name = browser && system ? t("profile.browserOn", { browser, system }) : (browser ?? system);
  return <p className="account-list-name">{name ?? t("profile.unknownBrowser")}</p>;
}
