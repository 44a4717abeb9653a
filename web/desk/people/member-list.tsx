import { useTranslation } from "react-i18next";
import { TEAM_ROLES } from "#src/access/roles.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { PeopleView } from "./people-page.ts";
import "../../ui/card-list/card-list.css";
import "./people.css";

type MemberListProps = Pick<PeopleView, "members" | "isOwner">;

/** A raffle's people: what each may do, since when, and for owners what changes it. */
export function MemberList({ members, isOwner }: MemberListProps) {
  const { t } = useTranslation("team");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("people.list")}>
      {members.length === 0 && <p>{t("people.none")}</p>}
      <ul className="card-list">
        {members.map((member) => (
          <li key={member.userId}>
            <h3>{member.isMe ? t("people.you", { name: member.username }) : member.username}</h3>
            <p>
              <span className="chip">{t(`role.${member.role}`)}</span>
            </p>
            <p className="hint">
              {member.email && `${member.email} · `}
              {t("people.since", timestamp(member.joinedAt))}
            </p>
            {isOwner && <Changes {...member} />}
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

function Changes({ userId, username, role }: MemberListProps["members"][number]) {
  const { t } = useTranslation("team");
  const name = { name: username };
  return (
    <details>
      <summary aria-label={t("people.changeOf", name)}>{t("people.change")}</summary>
      <form method="post" className="member-change">
        <input type="hidden" name="member" value={userId} />
        <div className="select">
          <select className="input" name="role" defaultValue={role} aria-label={t("people.roleOf", name)}>
            {TEAM_ROLES.map((each) => (
              <option key={each} value={each}>
                {t(`role.${each}`)}
              </option>
            ))}
          </select>
        </div>
        <Submit label={t("people.saveRole")} look="secondary" intent="role" aria-label={t("people.saveRoleOf", name)} />
      </form>
      <form method="post">
        <input type="hidden" name="member" value={userId} />
        <p className="hint">{t("people.removeAsk", name)}</p>
        <Submit label={t("people.remove")} look="quiet" intent="remove" aria-label={t("people.removeOf", name)} />
      </form>
    </details>
  );
}
