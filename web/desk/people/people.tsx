import { useTranslation } from "react-i18next";
import { TEAM_ROLES } from "#src/access/roles.ts";
import { EMAIL, Select, SelectField, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection, Notice, PageHeading, RefusalNotice } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/people.route.ts";
import "../../ui/card-list/card-list.css";
import "./people.css";

type View = Route.ComponentProps["loaderData"];
type Result = Route.ComponentProps["actionData"];

/** The desk's screen of the accounts that organise a raffle, with those who are invited. */
export function People({ loaderData: view, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation(["team", "messages"]);
  const done = result?.done;
  const refusal = result?.refusal;
  const isOfInvitation = Object.keys(refusal?.errors ?? {}).length > 0;
  return (
    <>
      <PageHeading title={t("people.heading")} lead={t("people.lead")} />
      {done && (
        <Notice kind="success">
          {done.is === "invited"
            ? t(view.sendsMail ? "people.invited" : "people.invitedWithoutMail", { email: done.email })
            : t(`people.${done.is}`, done)}
        </Notice>
      )}
      {done?.is === "invited" && (
        <section className="receipt" aria-label={t("people.link")}>
          <CodeTicket label={t("people.link")} code={done.link} isLink />
          <p className="hint">{t("people.linkHint")}</p>
        </section>
      )}
      {done && "accessCode" in done && done.accessCode !== null && (
        <section className="receipt" aria-label={t("people.newCode")}>
          <CodeTicket label={t("people.newCode")} code={done.accessCode} />
          <p className="hint">{t("people.newCodeHint", { name: done.name })}</p>
        </section>
      )}
      {refusal && !isOfInvitation && <RefusalNotice refusal={refusal} />}
      {view.adopt && <Adopt login={view.adopt.login} />}
      <div className="form">
        <MemberList members={view.members} isOwner={view.isOwner} />
        {view.isOwner && <InvitationList invitations={view.invitations} />}
      </div>
      {view.isOwner && <InviteForm refused={isOfInvitation && result ? result : null} />}
      {!view.isOwner && !view.adopt && <p className="hint">{t("people.ownersOnly")}</p>}
    </>
  );
}

/** Offers a raffle without an owner to the account, or the login to a guest. */
function Adopt({ login }: { readonly login: string | null }) {
  const { t } = useTranslation("team");
  return (
    <form method="post" className="form">
      <FormSection title={t("people.adopt.heading")} hint={t("people.adopt.lead")}>
        <p className="actions">
          {login === null ? (
            <Submit label={t("people.adopt.submit")} look="primary" intent="adopt" />
          ) : (
            <ButtonLink label={t("people.adopt.login")} look="primary" href={login} />
          )}
        </p>
      </FormSection>
    </form>
  );
}

type MemberListProps = Pick<View, "members" | "isOwner">;

/** A raffle's people: what each may do, since when, and for owners what changes it. */
function MemberList({ members, isOwner }: MemberListProps) {
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
      <form method="post" className="actions member-change">
        <input type="hidden" name="member" value={userId} />
        <Select
          name="role"
          options={TEAM_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
          defaultValue={role}
          aria-label={t("people.roleOf", name)}
        />
        <Submit label={t("people.saveRole")} intent="role" aria-label={t("people.saveRoleOf", name)} />
      </form>
      <form method="post">
        <input type="hidden" name="member" value={userId} />
        <p className="hint">{t("people.removeAsk", name)}</p>
        <Submit label={t("people.remove")} look="quiet" intent="remove" aria-label={t("people.removeOf", name)} />
      </form>
    </details>
  );
}

/** Who is invited and has not come yet: as what, until when, and what ends it. */
function InvitationList({ invitations }: Pick<View, "invitations">) {
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

/** Invites somebody by mail: the address, and what they may do. */
function InviteForm({ refused }: { readonly refused: Result | null }) {
  const { t } = useTranslation("team");
  return (
    <RefusableForm draft="invite" heading={t("people.failed")} refusal={refused?.refusal}>
      <FormSection title={t("people.invite")} hint={t("people.inviteHint")}>
        <TextField
          {...EMAIL}
          label={t("people.email")}
          defaultValue={refused?.typed.email ?? ""}
          required
          autoComplete="off"
        />
        <SelectField
          name="role"
          label={t("people.role")}
          options={TEAM_ROLES.map((role) => ({ value: role, label: t(`may.${role}`) }))}
          defaultValue={refused?.typed.role ?? "organiser"}
        />
        <Submit label={t("people.send")} look="primary" intent="invite" />
      </FormSection>
    </RefusableForm>
  );
}
