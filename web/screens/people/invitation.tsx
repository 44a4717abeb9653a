import { useTranslation } from "react-i18next";
import type { TeamRole } from "#src/access/roles.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";

type InvitationProps = {
  readonly view: {
    readonly raffle: string;
    readonly inviter: string;
    readonly role: TeamRole;
    readonly until: string;
    readonly account: string | null;
    readonly login: string;
    readonly register: string;
  };
  readonly refusal: RefusalView | null;
};

/** What the link of an invitation opens: whose raffle it is, what one may then do, and the button that takes it. */
export function Invitation({ view, refusal }: InvitationProps) {
  const { t } = useTranslation(["team", "messages"]);
  const { raffle, inviter, role, account } = view;
  return (
    <>
      {refusal && (
        <Notice kind="error">
          {refusal.summary.map(({ key, params }) => t(key, { ns: "messages", ...params })).join(" ")}
        </Notice>
      )}
      <PageHeading title={raffle} lead={t("invitation.lead", { inviter })} />
      <p>{t(`may.${role}`)}</p>
      {account === null ? (
        <>
          <p>{t("invitation.guest")}</p>
          <p className="actions">
            <a className="button button-primary" href={view.login}>
              {t("invitation.login")}
            </a>
            <a className="button button-secondary" href={view.register}>
              {t("invitation.register")}
            </a>
          </p>
        </>
      ) : (
        <form method="post" data-failed={t("people.failed")}>
          <p className="hint">{t("invitation.as", { account })}</p>
          <p className="actions">
            <button type="submit" className="button button-primary">
              {t("invitation.accept")}
            </button>
          </p>
        </form>
      )}
      <p className="hint">{t("invitation.until", { date: view.until })}</p>
    </>
  );
}
