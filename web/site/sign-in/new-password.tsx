import { useTranslation } from "react-i18next";
import { MAX_PASSWORD } from "#src/accounts/limits.ts";
import { Checkbox, TextField } from "../../forms/fields.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";

export const PASSWORD = { name: "password", type: "password", maxLength: MAX_PASSWORD, required: true } as const;

type NewPasswordProps = {
  readonly label: string;
  /** Why the form was refused. A password that is easy to guess is allowed anyway. */
  readonly refusedFor: RefusalView["reason"] | undefined;
};

export function NewPassword({ label, refusedFor }: NewPasswordProps) {
  const { t } = useTranslation("accounts");
  const isGuessable = refusedFor === "common-password" || refusedFor === "short-password";
  return (
    <>
      <TextField {...PASSWORD} label={label} hint={t("register.passwordHint")} autoComplete="new-password" />
      {isGuessable && <Checkbox name="anyway" value="yes" label={t("register.anyway")} />}
      <TextField {...PASSWORD} name="repeated" label={t("register.repeated")} autoComplete="new-password" />
    </>
  );
}
