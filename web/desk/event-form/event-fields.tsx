import "./event-form.css";
import { useTranslation } from "react-i18next";
import { EVENT_LIMITS } from "#src/events/limits.ts";
import { TextField } from "../../forms/text-field.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { EventFormValues } from "./read-event-form.ts";

// The maxlength of a link, ten times its limit: a browser cuts pasted text there, and half a link is broken. The server
// refuses a link over the limit.
const LINK_ROOM = 10 * EVENT_LIMITS.link;

type EventFieldsProps = { readonly code: string; readonly values: EventFormValues };

/** All fields of an event. The code is read-only and can be copied. */
export function EventFields({ code, values }: EventFieldsProps) {
  const { t } = useTranslation("events");
  const link = (name: "src" | "srcDraw" | "srcCreateVoucherLink" | "srcCreateVoucherValidateLink") => ({
    name,
    type: "url" as const,
    label: t(name),
    hint: t(`${name}Hint`),
    maxLength: LINK_ROOM,
    defaultValue: values[name],
    autoComplete: "off" as const,
    autoCapitalize: "none" as const,
  });
  return (
    <FormSection title={t("create.basics")}>
      <TextField name="code" label={t("code")} hint={t("codeHint")} maxLength={6} defaultValue={code} readOnly />
      <TextField
        name="title"
        label={t("title")}
        maxLength={EVENT_LIMITS.title}
        defaultValue={values.title}
        autoComplete="off"
        required
      />
      <TextField {...link("src")} required />
      <TextField {...link("srcDraw")} required />
      <TextField {...link("srcCreateVoucherLink")} />
      <TextField {...link("srcCreateVoucherValidateLink")} />
      <TextField
        name="raffleIdentifier"
        label={t("raffleIdentifier")}
        hint={t("raffleIdentifierHint")}
        maxLength={EVENT_LIMITS.raffleIdentifier}
        defaultValue={values.raffleIdentifier}
        autoComplete="off"
        autoCapitalize="characters"
      />
    </FormSection>
  );
}
