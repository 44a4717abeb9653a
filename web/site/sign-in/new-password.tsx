import { useTranslation } from "react-i18next";
import { MAX_PASSWORD } from "#src/accounts/limits.ts";
import { Checkbox } from "../../forms/checkbox.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";

type NewPasswordProps = {
  readonly label: string;
  /** Why the form was refused. A password that is easy to guess is allowed anyway. */
  readonly refusedFor: RefusalView["reason"] | undefined;
};

/** A new password, typed twice. */
export function NewPassword({ label, refusedFor }: NewPasswordProps) {
  const { t } = useTranslation("accounts");
  const isGuessable = refusedFor === "common-password" || refusedFor === "short-password";
  return (
    <>
      <TextField
        name="password"
        type="password"
        label={label}
        hint={t("register.passwordHint")}
        maxLength={MAX_PASSWORD}
        autoComplete="new-password"
        required
      />
      {isGuessable && <Checkbox name="anyway" value="yes" label={t("register.anyway")} />}
      <TextField
        name="repeated"
        type="password"
        label={t("register.repeated")}
        maxLength={MAX_PASSWORD}
        autoComplete="new-password"
        required
      />
    </>
  );
}
