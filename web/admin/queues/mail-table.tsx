import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES } from "#src/i18n/languages.ts";
import { useWholeTimes } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { SideScroll } from "../../ui/side-scroll.tsx";
import { When } from "../../ui/when.tsx";
import type { Route } from "./+types/admin-mails.route.ts";
import { mailProblem } from "./mail-problem.ts";

type MailView = Route.ComponentProps["loaderData"]["mails"][number];

type MailTableProps = { readonly mails: readonly MailView[]; readonly canBeSent: boolean };

/** Mails of the outbox as admins may see them: without content and recipient. */
export function MailTable({ mails, canBeSent }: MailTableProps) {
  const { t } = useTranslation("accounts");
  const columns = ["kind", "concerns", "language", "written", "sent", "tries", "reason"] as const;
  return (
    <SideScroll className="admin-mails" label={t("mailList.column.list")}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`mailList.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} canBeSent={canBeSent} />
          ))}
        </tbody>
      </table>
    </SideScroll>
  );
}

function MailRow({ mail, canBeSent }: { readonly mail: MailView; readonly canBeSent: boolean }) {
  const { t } = useTranslation("accounts");
  const moment = useWholeTimes()(mail.createdAt);
  const problem = mailProblem(mail.lastError);
  const kind = t(`mailList.kind.${mail.kind}`, { defaultValue: mail.kind });
  return (
    <tr>
      <th scope="row">{kind}</th>
      <td>
        {mail.codeId && <a href={`/raffle/${mail.codeId}`}>{mail.codeId}</a>}
        {!mail.codeId && t(mail.userId !== null ? "mailList.account" : "mailList.gone")}
      </td>
      <td lang={mail.language}>{LANGUAGE_NAMES[mail.language]}</td>
      <td>
        <When at={mail.createdAt} />
      </td>
      <td>{mail.sentAt ? <When at={mail.sentAt} /> : "–"}</td>
      <td>{mail.attempts}</td>
      <td>
        {mail.lastError === "" && "–"}
        {problem && `${t(`mailList.trouble.${problem}`)} `}
        <small>{mail.lastError}</small>
        {canBeSent && (
          <form method="post">
            <input type="hidden" name="mail" value={mail.id} />
            <Submit
              label={t("mailList.sendAgain")}
              intent="again"
              aria-label={t("mailList.sendAgainOf", { kind, moment })}
            />
          </form>
        )}
      </td>
    </tr>
  );
}
