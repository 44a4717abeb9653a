import { useTranslation } from "react-i18next";
import { EVENT_LIMITS } from "#src/events/limits.ts";
import type { EventInput } from "#src/events/schema.ts";
import { TextField } from "../../forms/fields.tsx";
import { formText } from "../../requests/form-text.ts";
import { FormSection } from "../../ui/page-parts.tsx";
import "./event-form.css";

// The maxlength of a link, ten times its limit: a browser cuts pasted text there, and half a link is broken. The server
// refuses a link over the limit.
const LINK_ROOM = 10 * EVENT_LIMITS.link;

/** All fields of an event. The code is read-only and can be copied. */
export function EventFields({ code, values }: { readonly code: string; readonly values: EventFormValues }) {
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

const FIELDS = [
  "title",
  "src",
  "srcDraw",
  "srcCreateVoucherLink",
  "srcCreateVoucherValidateLink",
  "raffleIdentifier",
] as const satisfies readonly (keyof EventInput)[];

export type EventFormValues = Readonly<Record<(typeof FIELDS)[number], string>>;

export function isEventField(name: string): name is keyof EventFormValues {
  return FIELDS.some((field) => field === name);
}

/** Reads the fields of a sent event form without checking them. */
export function readEventForm(form: FormData): EventFormValues {
  return Object.fromEntries(FIELDS.map((name) => [name, formText(form, name)])) as EventFormValues;
}
