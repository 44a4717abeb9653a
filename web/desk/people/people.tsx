import { useTranslation } from "react-i18next";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { RefusalNotice } from "../../ui/refusal-notice.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { InviteForm } from "./invite-form.tsx";
import { MemberList } from "./member-list.tsx";
import type { PeopleResult, PeopleView } from "./people-page.ts";

type PeopleProps = { readonly view: PeopleView; readonly result: PeopleResult | null };

/** The desk's screen of the accounts that organise a raffle, with those who are invited. */
export function People({ view, result }: PeopleProps) {
  const { t } = useTranslation(["team", "messages"]);
  const refused = result?.is === "refused" ? result : null;
  const isOfInvitation = refused !== null && Object.keys(refused.refusal.errors).length > 0;
  return (
    <>
      <PageHeading title={t("people.heading")} lead={t("people.lead")} />
      {result && result.is !== "refused" && result.is !== "adopted" && (
        <Notice kind="success">
          {result.is === "invited"
            ? t(view.sendsMail ? "people.invited" : "people.invitedWithoutMail", { email: result.email })
            : t(`people.${result.is}`, result)}
        </Notice>
      )}
      {result?.is === "invited" && (
        <section className="receipt" aria-label={t("people.link")}>
          <CodeTicket label={t("people.link")} code={result.link} isLink />
          <p className="hint">{t("people.linkHint")}</p>
        </section>
      )}
      {result && "accessCode" in result && result.accessCode !== null && (
        <section className="receipt" aria-label={t("people.newCode")}>
          <CodeTicket label={t("people.newCode")} code={result.accessCode} />
          <p className="hint">{t("people.newCodeHint", { name: result.name })}</p>
        </section>
      )}
      {refused && !isOfInvitation && <RefusalNotice refusal={refused.refusal} />}
      {view.adopt && <Adopt login={view.adopt.login} />}
      <div className="form">
        <MemberList members={view.members} isOwner={view.isOwner} />
        {view.isOwner && <InvitationList invitations={view.invitations} />}
      </div>
      {view.isOwner && <InviteForm refused={isOfInvitation ? refused : null} />}
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
