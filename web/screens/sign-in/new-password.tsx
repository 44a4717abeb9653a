import { useTranslation } from "react-i18next";
import { MAX_PASSWORD } from "#src/accounts/limits.ts";
import { Checkbox } from "../../forms/checkbox.tsx";
import { TextField } from "../../forms/text-field.tsx";

type NewPasswordProps = {
  readonly label: string;
  /** The typed password is easy to guess. It is allowed anyway. */
  readonly isGuessable: boolean;
};

/** A new password, typed twice. */
export function NewPassword({ label, isGuessable }: NewPasswordProps) {
  const { t } = useTranslation("accounts");
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
