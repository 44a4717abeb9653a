import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FACEBOOK_BASE, INSTAGRAM_BASE } from "#src/contact/social-link.ts";
import type { PersonField } from "#src/entries/fields.ts";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { asksForLink } from "#src/raffles/rules.ts";
import { TextField } from "../../../forms/fields.tsx";
import type { RaffleView } from "../../../page/views/raffle-view.ts";
import { FormSection, Notice } from "../../../ui/page-parts.tsx";
import type { EntryFormValues } from "../read-entry-form.ts";
import { EmailTypo } from "./email-typo.tsx";

type PersonFieldsProps = {
  readonly raffle: RaffleView;
  readonly values: EntryFormValues | undefined;
  /** Whether somebody has joined with the phone or the e-mail: the way to their code stands beside it. */
  readonly taken: boolean;
};

/** The entrant's name and contact data. Autocomplete tokens let a phone fill in all of it. */
export function PersonFields({ raffle, values, taken }: PersonFieldsProps) {
  const { t } = useTranslation("entries");
  const text = (name: PersonField) => ({
    name,
    label: t(`form.${name}`),
    maxLength: ENTRY_LIMITS[name],
    defaultValue: String(values?.[name] ?? ""),
    required: true,
  });
  const link = (name: "facebook" | "instagram", base: string, required: boolean) => ({
    name,
    label: required ? t(`form.${name}`) : `${t(`form.${name}`)} (${t("form.optional")})`,
    hint: t(`form.${name}Hint`),
    maxLength: ENTRY_LIMITS[name],
    defaultValue: values?.[name] ?? base,
    required,
    type: "url" as const,
    autoComplete: "url",
    autoCapitalize: "none" as const,
  });
  const inputs: Readonly<Record<PersonField, ReactNode>> = {
    firstName: <TextField {...text("firstName")} autoComplete="given-name" autoCapitalize="words" />,
    lastName: <TextField {...text("lastName")} autoComplete="family-name" autoCapitalize="words" />,
    address: <TextField {...text("address")} autoComplete="street-address" autoCapitalize="words" />,
    phone: <TextField {...text("phone")} type="tel" inputMode="tel" autoComplete="tel" hint={t("form.phoneHint")} />,
    email: (
      <TextField
        {...text("email")}
        {...(raffle.entriesPerMailbox === "one" && { hint: t("form.onePerMailboxHint") })}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
      />
    ),
    facebook: asksForLink(raffle.facebookLink) && (
      <TextField {...link("facebook", FACEBOOK_BASE, raffle.facebookLink === "required")} />
    ),
    instagram: asksForLink(raffle.instagramLink) && (
      <TextField {...link("instagram", INSTAGRAM_BASE, raffle.instagramLink === "required")} />
    ),
  };
  const { firstName, lastName, address, phone, email, ...others } = inputs;
  return (
    <FormSection title={t("form.person")}>
      <div className="form-columns">
        {firstName}
        {lastName}
      </div>
      {address}
      <EmailTypo>
        <div className="form-columns">
          {phone}
          {email}
        </div>
      </EmailTypo>
      {taken && (
        <Notice kind="info">
          {t("form.takenHint")} <a href={`/search-entry/${raffle.codeId}#lost`}>{t("form.takenLink")}</a>
        </Notice>
      )}
      {Object.entries(others).map(([name, input]) => (
        <Fragment key={name}>{input}</Fragment>
      ))}
    </FormSection>
  );
}
