import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import type { FieldMessages } from "#src/base/refusal.ts";

const FormErrors = createContext<FieldMessages>({});

/** Gives every field below what is wrong with it. */
export function FormErrorsProvider({ errors, children }: { errors: FieldMessages; children: ReactNode }) {
  return <FormErrors.Provider value={errors}>{children}</FormErrors.Provider>;
}

/** The id of a field's input, so that a message elsewhere can lead to it. */
export function fieldId(name: string): string {
  return `field-${name.replaceAll(".", "-")}`;
}

/** What a field needs to show its error: the sentences, and whether it is the first one that is wrong. */
export function useFieldError(name: string): { error: string | undefined; isFirst: boolean } {
  const { t } = useTranslation("messages");
  const errors = useContext(FormErrors);
  const sentences = (errors[name] ?? []).map((message) => t(message.key, { ...message.params }));
  return { error: sentences.join(" ") || undefined, isFirst: Object.keys(errors)[0] === name };
}
