import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { MAX_EMAIL, MAX_USERNAME } from "#src/accounts/limits.ts";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { NewPassword } from "./new-password.tsx";

type RegisterProps = {
  /** The login page, for who has an account already. */
  readonly login: string;
  readonly result: { readonly username: string; readonly email: string; readonly refusal: RefusalView } | null;
};

const FIELDS = ["username", "email", "password", "repeated"] as const;

/** The screen on which a person creates an account. */
export function Register({ login, result }: RegisterProps) {
  const { t } = useTranslation("accounts");
  const busy = useNavigation().state !== "idle";
  const refusal = result?.refusal ?? null;
  return (
    <>
      <PageHeading title={t("register.heading")} lead={t("register.lead")} />
      <RefusableForm
        draft="register"
        failed={t("register.broke")}
        heading={t(isFailure(refusal) ? "register.broke" : "register.failed")}
        refusal={refusal}
        nameOf={(name) => {
          const field = FIELDS.find((each) => each === name);
          return field === undefined ? null : t(`register.${field}`);
        }}
      >
        <div className="form-section">
          <TextField
            name="username"
            label={t("register.username")}
            hint={t("register.usernameHint")}
            maxLength={MAX_USERNAME}
            defaultValue={result?.username ?? ""}
            autoComplete="nickname"
            required
          />
          <TextField
            name="email"
            type="email"
            label={t("register.email")}
            hint={t("register.emailHint")}
            maxLength={MAX_EMAIL}
            defaultValue={result?.email ?? ""}
            autoComplete="username"
            autoCapitalize="none"
            required
          />
          <NewPassword label={t("register.password")} refusedFor={refusal?.reason} />
          <Submit
            label={t(busy ? "register.submitting" : "register.submit")}
            look="primary"
            aria-disabled={busy}
            aria-busy={busy}
          />
          <p className="hint">
            {t("register.hasAccount")} <a href={login}>{t("register.login")}</a>
          </p>
        </div>
      </RefusableForm>
    </>
  );
}
