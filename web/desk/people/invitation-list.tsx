import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { PeopleView } from "./people-page.ts";
import "../../ui/card-list/card-list.css";

/** Who is invited and has not come yet: as what, until when, and what ends it. */
export function InvitationList({ invitations }: Pick<PeopleView, "invitations">) {
  const { t } = useTranslation("team");
  const timestamp = useTimestamps();
  if (invitations.length === 0) return null;
  return (
    <FormSection title={t("people.open")}>
      <ul className="card-list">
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id}>
            <h3>{email}</h3>
            <p>
              <span className="chip">{t(`role.${role}`)}</span>
            </p>
            <p className="hint">{t("people.until", timestamp(expiresAt))}</p>
            <form method="post">
              <input type="hidden" name="invitation" value={id} />
              <Submit
                label={t("people.revoke")}
                look="quiet"
                intent="revoke"
                aria-label={t("people.revokeOf", { email })}
              />
            </form>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
