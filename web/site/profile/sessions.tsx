import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { Route } from "./+types/profile.route.ts";
import "../sign-in/account.css";

type Session = Route.ComponentProps["loaderData"]["sessions"][number];

/** An account's sessions. The person can sign out each of the others from here. */
export function Sessions({ sessions }: { readonly sessions: readonly Session[] }) {
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
