import { useTranslation } from "react-i18next";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { FACEBOOK_BASE, INSTAGRAM_BASE } from "#src/entries/social-link.ts";
import { asksForLink } from "#src/raffles/rules.ts";
import { TextField } from "../../forms/text-field.tsx";
import type { EntryFormValues } from "../../views/entry-form.ts";
import type { RaffleView } from "../../views/raffle-view.ts";
import { FormSection } from "../form-section.tsx";

type PersonFieldsProps = { readonly raffle: RaffleView; readonly values: EntryFormValues | undefined };

/** Who enters and how to reach them. Autocomplete tokens let a phone fill all of it in. */
export function PersonFields({ raffle, values }: PersonFieldsProps) {
  const { t } = useTranslation("entries");
  const text = (name: keyof typeof ENTRY_LIMITS & keyof EntryFormValues) => ({
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
    maxLength: ENTRY_LIMITS.link,
    defaultValue: values?.[name] ?? base,
    required,
    type: "url" as const,
    autoComplete: "url",
    autoCapitalize: "none" as const,
  });
  return (
    <FormSection title={t("form.person")}>
      <div className="form-columns">
        <TextField {...text("firstName")} autoComplete="given-name" autoCapitalize="words" />
        <TextField {...text("lastName")} autoComplete="family-name" autoCapitalize="words" />
      </div>
      <TextField {...text("address")} autoComplete="street-address" autoCapitalize="words" />
      <div className="form-columns">
        <TextField {...text("phone")} type="tel" inputMode="tel" autoComplete="tel" hint={t("form.phoneHint")} />
        <TextField {...text("email")} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" />
      </div>
      {asksForLink(raffle.facebookLink) && (
        <TextField {...link("facebook", FACEBOOK_BASE, raffle.facebookLink === "required")} />
      )}
      {asksForLink(raffle.instagramLink) && (
        <TextField {...link("instagram", INSTAGRAM_BASE, raffle.instagramLink === "required")} />
      )}
    </FormSection>
  );
}
