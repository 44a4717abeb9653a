import { useTranslation } from "react-i18next";
import { renderSVG } from "uqr";
import type { SharedSecret } from "#src/accounts/second-factor.ts";
import type { BeginRefusal, CodeRefused } from "#src/accounts/second-factor-sign-in.ts";
import { groupedCode } from "#src/base/code-formats.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { TextField } from "../../forms/fields.tsx";
import { ErrorSummary, FormErrorsProvider } from "../../forms/form.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { formText } from "../../requests/form-text.ts";
import { safeNext } from "../../requests/safe-next.ts";
import { accountAction, accountLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { QrCode } from "../../ui/qr-code/qr-code.tsx";
import { CodeField } from "../sign-in/code-field.tsx";
import { PASSWORD } from "../sign-in/new-password.tsx";
import type { Route } from "./+types/second-factor.route.ts";
import "./second-factor.css";

export const handle: PageHandle = { forms: true, personal: true };

export const loader = accountLoader("accounts:factor.description", async ({ site, url, scope }) => ({
  email: scope.email,
  since: await site.accounts.secondFactorSince(scope),
  /** For an admin, who must have a second factor. */
  isRequired: scope.role === "admin",
  next: safeNext(url.searchParams.get("next"), "/profile"),
}));

/** The key until it is confirmed, then the backup codes. Only the response itself ever holds them. */
type Done = { readonly shared?: ReturnType<typeof shown>; readonly backupCodes?: readonly string[] };

export const action = accountAction({
  read: () => null,
  change: async ({ site, context, scope, form, intent }): Promise<Outcome<Done, BeginRefusal | CodeRefused>> => {
    const { accounts } = site;
    const code = formText(form, "code");
    switch (intent) {
      case "begin": {
        const { address, solution } = context.get(visitorContext);
        const begun = await accounts.beginSecondFactor(scope, {
          password: formText(form, "password"),
          address,
          solution,
        });
        return begun.ok ? accept({ shared: shown(begun.value) }) : begun;
      }
      case "confirm":
      case "renew": {
        const codes = await (intent === "renew"
          ? accounts.renewBackupCodes(scope, code)
          : accounts.confirmSecondFactor(scope, code));
        return codes.ok ? accept({ backupCodes: codes.value }) : codes;
      }
      case "remove": {
        const removed = await accounts.removeOwnSecondFactor(scope, code);
        return removed.ok ? accept({}) : removed;
      }
      default:
        return accept({});
    }
  },
  // After a mistyped code the setup continues with the same key.
  more: async ({ site, scope, intent }) => {
    const begun = intent === "confirm" ? await site.accounts.begunSecondFactor(scope) : null;
    return begun && { shared: shown(begun) };
  },
});

function shown(shared: SharedSecret) {
  return { ...shared, qrCode: renderSVG(shared.url, { border: 2 }) };
}

/** The screen on which a person sets up codes from a phone app, or switches them off. */
export default function SecondFactor({ loaderData, actionData: result }: Route.ComponentProps) {
  const { email, since, isRequired, next } = loaderData;
  const backupCodes = result?.done?.backupCodes;
  const shared = result?.done?.shared ?? result?.more?.shared;
  const { t } = useTranslation("accounts");
  const refusal = result?.refusal ?? null;
  return (
    <>
      {result?.intent === "remove" && !refusal && <Notice kind="success">{t("factor.removed")}</Notice>}
      {isRequired && !since && !result && <Notice kind="info">{t("factor.required")}</Notice>}
      <PageHeading title={t("factor.heading")} lead={t("factor.lead")} />
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        {refusal && <ErrorSummary heading={t("profile.notChanged")} refusal={refusal} />}
        {backupCodes && <BackupCodes codes={backupCodes} next={next} />}
        {!backupCodes && shared && <Confirm {...shared} />}
        {!backupCodes && !shared && (since ? <InUse since={since} /> : <Begin email={email} />)}
      </FormErrorsProvider>
      <p>
        <a href="/profile">{t("verify.profile")}</a>
      </p>
    </>
  );
}

function Begin({ email }: { readonly email: string }) {
  const { t } = useTranslation("accounts");
  return (
    <form method="post" noValidate className="form">
      <FormSection title={t("factor.begin")} hint={t("factor.beginHint")}>
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <TextField {...PASSWORD} label={t("profile.current")} autoComplete="current-password" />
        <Submit intent="begin" label={t("factor.next")} look="primary" />
      </FormSection>
    </form>
  );
}

function Confirm({ qrCode, url, typed }: ReturnType<typeof shown>) {
  const { t } = useTranslation("accounts");
  return (
    <form method="post" noValidate className="form">
      <FormSection title={t("factor.scan")} hint={t("factor.scanHint")}>
        <QrCode className="second-factor-code" svg={qrCode} alt={t("factor.qrCode")} />
        <p className="hint">{t("factor.typed")}</p>
        <p className="second-factor-typed">
          <code>{inGroups(typed)}</code>
        </p>
        <p className="actions">
          <ButtonLink label={t("factor.open")} href={url} />
          <CopyButton text={typed} label={t("factor.key")} />
        </p>
        <CodeField label={t("code.label")} />
        <Submit intent="confirm" label={t("factor.confirm")} look="primary" />
      </FormSection>
    </form>
  );
}

function BackupCodes({ codes, next }: { readonly codes: readonly string[]; readonly next: string }) {
  const { t } = useTranslation("accounts");
  const text = codes.map(inGroups).join("\n");
  // Without a request: only the response that shows the codes has them.
  const saved = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`;
  return (
    <section className="form-section">
      <Notice kind="success">{t("factor.done")}</Notice>
      <h2>{t("factor.backup")}</h2>
      <p>{t("factor.backupHint")}</p>
      <ul className="second-factor-backup">
        {codes.map((code) => (
          <li key={code}>
            <code>{inGroups(code)}</code>
          </li>
        ))}
      </ul>
      <p className="actions">
        <ButtonLink label={t("factor.save")} href={saved} download="tambiolo-codes.txt" />
        <CopyButton text={text} label={t("factor.backup")} />
        <ButtonLink label={t("factor.written")} look="primary" href={next} />
      </p>
    </section>
  );
}

const inGroups = (code: string) => groupedCode(code, 4);

function InUse({ since }: { readonly since: Date }) {
  const { t } = useTranslation("accounts");
  return (
    <form method="post" noValidate className="form">
      <FormSection title={t("factor.inUse", useTimestamps()(since))} hint={t("factor.inUseHint")}>
        <CodeField label={t("code.label")} hint={t("code.hint")} />
        <p className="actions">
          <Submit intent="renew" label={t("factor.renew")} />
          <Submit intent="remove" label={t("factor.remove")} />
        </p>
      </FormSection>
    </form>
  );
}
