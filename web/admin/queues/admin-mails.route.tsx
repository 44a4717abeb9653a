import { useTranslation } from "react-i18next";
import { sendFailedMailsAgain, sendMailAgain } from "#src/admin/background-work.ts";
import { setMailTyped } from "#src/admin/site-settings.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { OLD_ENOUGH_DAYS, TYPED_MAILS } from "#src/entries/typed/limits.ts";
import { readMailTyped } from "#src/entries/typed/read.ts";
import { MAIL_TYPED, type MailTyped } from "#src/entries/typed/rules.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { LANGUAGE_NAMES } from "#src/i18n/languages.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import { countKinds, countUnsentMails, listMails } from "#src/mail/read.ts";
import type { MailState } from "#src/mail/schema.ts";
import { SelectField } from "../../forms/fields.tsx";
import { usePageTexts, useWholeTimes } from "../../page/page-texts.tsx";
import { formText } from "../../requests/form-text.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Fact } from "../../ui/fact.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { FormSection, Notice, RefusalNotice } from "../../ui/page-parts.tsx";
import { SideScroll } from "../../ui/side-scroll.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { When } from "../../ui/when.tsx";
import { adminAction, adminLoader } from "../admin-screen.ts";
import type { Route } from "./+types/admin-mails.route.ts";
import { mailProblem } from "./mail-problem.ts";
import { isCounted, MAIL_STATES_SHOWN, shownState } from "./mail-states.ts";

export const handle: PageHandle = { forms: true };

export const loader = adminLoader(({ site, url, page }) =>
  inSnapshot(site.db, async (reader) => {
    const counts = await countUnsentMails(reader);
    const state = shownState(url.searchParams.get("state"), counts);
    return {
      sendsMail: site.config.smtp !== undefined,
      counts,
      state,
      kinds: isCounted(state) ? await countKinds(reader, state) : [],
      /** Who may have people emailed whose addresses they typed. */
      mailTyped: await readMailTyped(reader),
      ...(await listMails(reader, { state, page })),
      page,
    };
  }),
);

/** How many mails were queued again, or that the switch was saved. */
type Done = number | "saved" | null;

export const action = adminAction({
  read: (form) => ({ mail: formText(form, "mail"), mailTyped: formText(form, "mailTyped") }),
  change: async ({ deps, scope, intent, typed }): Promise<Outcome<Done, Refusal<"mail-not-found">>> => {
    switch (intent) {
      case "again": {
        const sent = await sendMailAgain(deps, scope, typed.mail);
        return sent.ok ? accept(1) : sent;
      }
      case "all-failed":
        return accept(await sendFailedMailsAgain(deps, scope));
      case "mail-typed": {
        const mailTyped = MAIL_TYPED.find((one) => one === typed.mailTyped);
        if (mailTyped) await setMailTyped(deps, scope, mailTyped);
        return accept(mailTyped ? "saved" : null);
      }
      default:
        return accept(null);
    }
  },
});

const CAN_BE_SENT_AGAIN: readonly MailState[] = ["failed", "unclear", "held"];

/** The outbox: the states of the site's mails, and the actions that an admin has. */
export default function AdminMails({ loaderData, actionData }: Route.ComponentProps) {
  const { sendsMail, counts, state, kinds, mails, mailTyped, page, more } = loaderData;
  const { t } = useTranslation("accounts");
  const { language } = usePageTexts();
  const count = (mails: number) => formatCount(mails, language);
  // Those without a mail would push what needs a look off a phone.
  const states = MAIL_STATES_SHOWN.filter((one) => one === state || !isCounted(one) || counts[one] > 0);
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
        {states.map((one) => (
          <a key={one} className="button" href={`?state=${one}`} aria-current={one === state ? "true" : undefined}>
            {t(`mailList.state.${one}`)}
            {isCounted(one) && ` (${count(counts[one])})`}
          </a>
        ))}
      </nav>
      <FormSection title={t(`mailList.state.${state}`)} hint={t(`mailList.hint.${state}`)}>
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
      </FormSection>
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

type MailView = Route.ComponentProps["loaderData"]["mails"][number];

const COLUMNS = ["kind", "concerns", "language", "written", "sent", "tries", "reason"] as const;

/** Mails of the outbox as admins may see them: without content and recipient. */
function MailTable({ mails, canBeSent }: { readonly mails: readonly MailView[]; readonly canBeSent: boolean }) {
  const { t } = useTranslation("accounts");
  return (
    <SideScroll className="admin-mails" label={t("mailList.column.list")}>
      <table>
        <TableHead labels={COLUMNS.map((column) => t(`mailList.column.${column}`))} />
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
  const label = (column: (typeof COLUMNS)[number]) => t(`mailList.column.${column}`);
  return (
    <tr>
      <th scope="row">{kind}</th>
      <td data-label={label("concerns")}>
        {mail.codeId && <a href={`/raffle/${mail.codeId}`}>{mail.codeId}</a>}
        {!mail.codeId && t(mail.userId !== null ? "mailList.account" : "mailList.gone")}
      </td>
      <td data-label={label("language")}>
        <span lang={mail.language}>{LANGUAGE_NAMES[mail.language]}</span>
      </td>
      <td data-label={label("written")}>
        <When at={mail.createdAt} />
      </td>
      <td data-label={label("sent")}>{mail.sentAt ? <When at={mail.sentAt} /> : "–"}</td>
      <td data-label={label("tries")}>{mail.attempts}</td>
      <td>
        {mail.lastError === "" && "–"}
        {problem && `${t(`mailList.problem.${problem}`)} `}
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
