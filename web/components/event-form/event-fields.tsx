import "./event-form.css";
import { useTranslation } from "react-i18next";
import { EVENT_LIMITS } from "#src/events/limits.ts";
import { TextField } from "../../forms/text-field.tsx";
import type { EventFormValues } from "../../views/event-form.ts";
import { FormSection } from "../form-section.tsx";

// A browser cuts what is pasted at the field's length, and half a link leads nowhere: one that is too long is refused.
const LINK_ROOM = 10 * EVENT_LIMITS.link;

type EventFieldsProps = { readonly code: string; readonly values: EventFormValues };

/** Everything about an event; its code can be read and copied. */
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
