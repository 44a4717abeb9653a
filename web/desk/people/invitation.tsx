import { useTranslation } from "react-i18next";
import type { TeamRole } from "#src/access/roles.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { RefusalNotice } from "../../ui/refusal-notice.tsx";
import { useTimestamps } from "../../ui/when.tsx";

type InvitationProps = {
  readonly view: {
    readonly raffle: string;
    readonly inviter: string;
    readonly role: TeamRole;
    readonly expiresAt: Date;
    readonly account: string | null;
    readonly login: string;
    readonly register: string;
  };
  readonly refusal: RefusalView | null;
};

/** What the link of an invitation opens: whose raffle it is, what one may then do, and the button that takes it. */
export function Invitation({ view, refusal }: InvitationProps) {
  const { t } = useTranslation(["team", "messages"]);
  const timestamp = useTimestamps();
  const { raffle, inviter, role, account } = view;
  return (
    <>
      {refusal && <RefusalNotice refusal={refusal} />}
      <PageHeading title={raffle} lead={t("invitation.lead", { inviter })} />
      <p>{t(`may.${role}`)}</p>
      {account === null ? (
        <>
          <p>{t("invitation.guest")}</p>
          <p className="actions">
            <ButtonLink label={t("invitation.login")} look="primary" href={view.login} />
            <ButtonLink label={t("invitation.register")} look="secondary" href={view.register} />
          </p>
        </>
      ) : (
        <form method="post">
          <p className="hint">{t("invitation.as", { account })}</p>
          <p className="actions">
            <Submit label={t("invitation.accept")} look="primary" />
          </p>
        </form>
      )}
      <p className="hint">{t("invitation.until", timestamp(view.expiresAt))}</p>
    </>
  );
}
