import { useTranslation } from "react-i18next";
import type { FormattedTimestamp } from "#src/i18n/format.ts";
import { LANGUAGE_NAMES, type Language } from "#src/i18n/languages.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Moment } from "../../ui/moment.tsx";
import { SideScroll } from "../../ui/side-scroll.tsx";
import type { MailProblem } from "./mail-problem.ts";

export type MailView = {
  readonly id: string;
  readonly kind: string;
  /** The raffle that the mail is about. */
  readonly codeId: string | null;
  readonly ofAccount: boolean;
  readonly language: Language;
  readonly attempts: number;
  readonly written: FormattedTimestamp;
  readonly sent: FormattedTimestamp | null;
  /** The mail server's codes, with an explanation of known ones. */
  readonly lastError: string;
  readonly trouble: MailProblem | null;
};

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
  const kind = t(`mailList.kind.${mail.kind}`, { defaultValue: mail.kind });
  return (
    <tr>
      <th scope="row">{kind}</th>
      <td>
        {mail.codeId && <a href={`/raffle/${mail.codeId}`}>{mail.codeId}</a>}
        {!mail.codeId && t(mail.ofAccount ? "mailList.account" : "mailList.gone")}
      </td>
      <td lang={mail.language}>{LANGUAGE_NAMES[mail.language]}</td>
      <td>
        <Moment at={mail.written} />
      </td>
      <td>{mail.sent ? <Moment at={mail.sent} /> : "–"}</td>
      <td>{mail.attempts}</td>
      <td>
        {mail.lastError === "" && "–"}
        {mail.trouble && `${t(`mailList.trouble.${mail.trouble}`)} `}
        <small>{mail.lastError}</small>
        {canBeSent && (
          <form method="post">
            <input type="hidden" name="mail" value={mail.id} />
            <Submit
              label={t("mailList.sendAgain")}
              intent="again"
              aria-label={t("mailList.sendAgainOf", { kind, moment: textOf(mail.written) })}
            />
          </form>
        )}
      </td>
    </tr>
  );
}

function textOf({ date, time }: FormattedTimestamp): string {
  return `${date}, ${time}`;
}
