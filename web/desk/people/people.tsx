import { useTranslation } from "react-i18next";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { RefusalNotice } from "../../ui/refusal-notice.tsx";
import type { Route } from "./+types/people.route.ts";
import { InvitationList } from "./invitation-list.tsx";
import { InviteForm } from "./invite-form.tsx";
import { MemberList } from "./member-list.tsx";

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
