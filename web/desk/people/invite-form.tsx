import { useTranslation } from "react-i18next";
import { TEAM_ROLES } from "#src/access/roles.ts";
import { MAX_EMAIL } from "#src/accounts/limits.ts";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { SelectField } from "../../forms/select-field.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { PeopleResult } from "./people-page.ts";

type InviteFormProps = { readonly refused: PeopleResult | null };

/** Invites somebody by mail: the address, and what they may do. */
export function InviteForm({ refused }: InviteFormProps) {
  const { t } = useTranslation("team");
  return (
    <RefusableForm draft="invite" heading={t("people.failed")} refusal={refused?.refusal}>
      <FormSection title={t("people.invite")} hint={t("people.inviteHint")}>
        <TextField
          name="email"
          type="email"
          label={t("people.email")}
          maxLength={MAX_EMAIL}
          defaultValue={refused?.typed.email ?? ""}
          required
          autoComplete="off"
          autoCapitalize="none"
        />
        <SelectField
          name="role"
          label={t("people.role")}
          options={TEAM_ROLES.map((role) => ({ value: role, label: t(`may.${role}`) }))}
          defaultValue={refused?.typed.role ?? "organiser"}
        />
        <Submit label={t("people.send")} look="primary" intent="invite" />
      </FormSection>
    </RefusableForm>
  );
}
