import { useTranslation } from "react-i18next";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { CodeField } from "../sign-in/code-field.tsx";
import { PASSWORD } from "../sign-in/new-password.tsx";
import type { Route } from "./+types/second-factor.route.ts";
import "./second-factor.css";

/** The screen on which a person sets up codes from a phone app, or switches them off. */
export function SecondFactor({ loaderData, actionData: result }: Route.ComponentProps) {
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
        <TextField {...PASSWORD} name="password" label={t("profile.current")} autoComplete="current-password" />
        <Submit intent="begin" label={t("factor.next")} />
      </FormSection>
    </form>
  );
}

function Confirm({ qrCode, typed }: { readonly qrCode: string; readonly typed: string }) {
  const { t } = useTranslation("accounts");
  return (
    <form method="post" noValidate className="form">
      <FormSection title={t("factor.scan")} hint={t("factor.scanHint")}>
        <img
          className="second-factor-code"
          src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
          alt={t("factor.qrCode")}
          width="220"
          height="220"
        />
        <p className="hint">{t("factor.typed")}</p>
        <p className="second-factor-typed">
          <code>{typed}</code>
        </p>
        <CodeField label={t("code.label")} />
        <Submit intent="confirm" label={t("factor.confirm")} />
      </FormSection>
    </form>
  );
}

function BackupCodes({ codes, next }: { readonly codes: readonly string[]; readonly next: string }) {
  const { t } = useTranslation("accounts");
  return (
    <section className="form-section">
      <Notice kind="success">{t("factor.done")}</Notice>
      <h2>{t("factor.backup")}</h2>
      <p>{t("factor.backupHint")}</p>
      <ul className="second-factor-backup">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>
        <ButtonLink label={t("factor.kept")} look="primary" href={next} />
      </p>
    </section>
  );
}

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
