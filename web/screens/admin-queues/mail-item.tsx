import { useTranslation } from "react-i18next";
import type { FormattedTimestamp } from "#src/i18n/format.ts";
import { LANGUAGE_NAMES, type Language } from "#src/i18n/languages.ts";
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

/** A mail of the outbox as admins may see it: without its content and its recipient. */
export function MailItem({ mail, canBeSent }: { readonly mail: MailView; readonly canBeSent: boolean }) {
  const { t } = useTranslation("accounts");
  const kind = t(`mailList.kind.${mail.kind}`, { defaultValue: mail.kind });
  const moment = `${mail.written.date}, ${mail.written.time}`;
  return (
    <li>
      <h3>{kind}</h3>
      <dl className="account-facts">
        <div>
          <dt>{t("mailList.concerns")}</dt>
          <dd>
            {mail.codeId && <a href={`/raffle/${mail.codeId}`}>{mail.codeId}</a>}
            {!mail.codeId && t(mail.ofAccount ? "mailList.account" : "mailList.gone")}
          </dd>
        </div>
        <div>
          <dt>{t("mailList.language")}</dt>
          <dd lang={mail.language}>{LANGUAGE_NAMES[mail.language]}</dd>
        </div>
        <div>
          <dt>{t("mailList.written")}</dt>
          <dd>
            <time dateTime={mail.written.iso}>{moment}</time>
          </dd>
        </div>
        {mail.sent && (
          <div>
            <dt>{t("mailList.sent")}</dt>
            <dd>
              <time dateTime={mail.sent.iso}>
                {mail.sent.date}, {mail.sent.time}
              </time>
            </dd>
          </div>
        )}
        <div>
          <dt>{t("mailList.tries")}</dt>
          <dd>{mail.attempts}</dd>
        </div>
        {mail.lastError !== "" && (
          <div>
            <dt>{t("mailList.reason")}</dt>
            <dd>
              {mail.trouble && `${t(`mailList.trouble.${mail.trouble}`)} `}
              <small>{mail.lastError}</small>
            </dd>
          </div>
        )}
      </dl>
      {canBeSent && (
        <form method="post" data-failed={t("admin.failed")}>
          <input type="hidden" name="mail" value={mail.id} />
          <button
            type="submit"
            name="intent"
            value="again"
            className="button"
            aria-label={t("mailList.sendAgainOf", { kind, moment })}
          >
            {t("mailList.sendAgain")}
          </button>
        </form>
      )}
    </li>
  );
}
