import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import type { FieldMessages } from "#src/base/refusal.ts";

const FormErrors = createContext<FieldMessages>({});

/** Provides the errors to all fields below. */
export function FormErrorsProvider({ errors, children }: { errors: FieldMessages; children: ReactNode }) {
  return <FormErrors.Provider value={errors}>{children}</FormErrors.Provider>;
}

/** The id of a field's input, so that messages elsewhere can link to it. */
export function fieldId(name: string): string {
  return `field-${name.replaceAll(".", "-")}`;
}

/** Whether a refusal's field is one that people see: the form's version is hidden, and "" means the whole body. */
export function isShownField(name: string): boolean {
  return name !== "version" && name !== "";
}

/** A field's error state: its messages, and whether it is the first field with an error. */
export function useFieldError(name: string): { error: string | undefined; isFirst: boolean } {
  const { t } = useTranslation("messages");
  const errors = useContext(FormErrors);
  const sentences = (errors[name] ?? []).map((message) => t(message.key, { ...message.params }));
  return { error: sentences.join(" ") || undefined, isFirst: Object.keys(errors)[0] === name };
}
