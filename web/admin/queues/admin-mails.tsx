import { useTranslation } from "react-i18next";
import { OLD_ENOUGH_DAYS, TYPED_MAILS } from "#src/entries/typed/limits.ts";
import { MAIL_TYPED, type MailTyped } from "#src/entries/typed/rules.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import type { MailState } from "#src/mail/schema.ts";
import { SelectField } from "../../forms/select-field.tsx";
import { usePageTexts } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { RefusalNotice } from "../../ui/refusal-notice.tsx";
import type { Route } from "./+types/admin-mails.route.ts";
import { isCounted, MAIL_STATES_SHOWN } from "./mail-states.ts";
import { MailTable } from "./mail-table.tsx";

const CAN_BE_SENT_AGAIN: readonly MailState[] = ["failed", "unclear", "held"];

/** The outbox: the states of the site's mails, and the actions that an admin has. */
export function AdminMails({ loaderData, actionData }: Route.ComponentProps) {
  const { sendsMail, counts, state, kinds, mails, mailTyped, page, more } = loaderData;
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  const count = (mails: number) => formatCount(mails, language);
  return (
    <>
      {actionData && <Result {...actionData} />}
      {!sendsMail && (
        <div className="notice" role="note">
          <p className="notice-heading">{t("mailList.noServer")}</p>
          <p>{t("mailList.noServerHint")}</p>
        </div>
      )}
      <nav className="actions admin-sections" aria-label={t("mailList.states")}>
        {MAIL_STATES_SHOWN.map((one) => (
          <a key={one} className="button" href={`?state=${one}`} aria-current={one === state ? "true" : undefined}>
            {t(`mailList.state.${one}`)}
            {isCounted(one) && ` (${count(counts[one])})`}
          </a>
        ))}
      </nav>
      <section className="form-section" aria-labelledby="state">
        <h2 id="state">{t(`mailList.state.${state}`)}</h2>
        <p className="hint">{t(`mailList.hint.${state}`)}</p>
        {mails.length === 0 && <p>{t("mailList.none")}</p>}
        {kinds.length > 0 && (
          <dl className="account-facts">
            {kinds.map(({ kind, mails }) => (
              <Fact key={kind} label={t(`mailList.kind.${kind}`, { defaultValue: kind })} value={count(mails)} />
            ))}
          </dl>
        )}
        {sendsMail && state === "failed" && mails.length > 0 && (
          <form method="post">
            <Submit label={t("mailList.allAgain")} intent="all-failed" />
          </form>
        )}
        {mails.length > 0 && <MailTable mails={mails} canBeSent={sendsMail && CAN_BE_SENT_AGAIN.includes(state)} />}
        <PageLinks page={page} more={more} query={{ state }} />
      </section>
      <TypedMailSwitch key={mailTyped} mailTyped={mailTyped} />
    </>
  );
}

function TypedMailSwitch({ mailTyped }: { readonly mailTyped: MailTyped }) {
  const { t } = useTranslation("accounts");
  const numbers = { days: OLD_ENOUGH_DAYS, account: TYPED_MAILS.account.most, site: TYPED_MAILS.site.most };
  return (
    <form method="post" className="form-section" aria-labelledby="typed">
      <h2 id="typed">{t("mailTyped.heading")}</h2>
      <p>{t("mailTyped.lead")}</p>
      <SelectField
        name="mailTyped"
        label={t("mailTyped.label")}
        hint={t("mailTyped.hint", numbers)}
        options={MAIL_TYPED.map((value) => ({ value, label: t(`mailTyped.${value}`) }))}
        defaultValue={mailTyped}
      />
      <Submit label={t("mailTyped.save")} intent="mail-typed" />
    </form>
  );
}

function Result({ done, refusal }: NonNullable<Route.ComponentProps["actionData"]>) {
  const { t } = useTranslation("accounts");
  if (refusal) return <RefusalNotice refusal={refusal} of={t("admin.failed")} />;
  if (done === "saved") return <Notice kind="success">{t("mailTyped.saved")}</Notice>;
  return done === null ? null : <Notice kind="success">{t("mailList.again", { count: done })}</Notice>;
}
